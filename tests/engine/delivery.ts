import type { SyncCall } from '../../core/sync/replica.ts'
import { ProblemError, Unreachable } from '../../device/failures.ts'
import type { Memory } from './judging/memory.ts'
import type { Watches } from './judging/watch.ts'
import { type Flight, type Network, outdated, trouble } from './network.ts'
import type { Run } from './operator.ts'
import type { World } from './seat.ts'
import type { Crash, SimServer } from './server.ts'

/** How calls reach the server, and their answers the devices: late, twice, or never. */
export class Delivery {
  readonly #world: World
  readonly #server: SimServer
  readonly #network: Network
  readonly #memory: Memory
  readonly #watches: Watches
  readonly #say: Run['say']
  constructor({ world, server, memory, watches, say }: Run, network: Network) {
    this.#world = world
    this.#server = server
    this.#network = network
    this.#memory = memory
    this.#watches = watches
    this.#say = say
  }

  async fly(flight: Flight): Promise<void> {
    const network = this.#network
    const dice = this.#world.random()
    const lost = { error: new Unreachable('lost') }
    if (flight.answer) {
      if (dice < 0.15) network.land(flight, lost)
      else if (dice < 0.2) network.land(flight, { error: trouble(this.#world.random) })
      else network.land(flight, flight.answer)
      return
    }
    if (dice < 0.08) return network.land(flight, lost) // on its way to the server
    if (dice < 0.14) return network.land(flight, { error: trouble(this.#world.random) })
    if (dice < 0.15) return network.land(flight, { error: outdated() })
    if (dice < 0.17 && network.cached) return network.land(flight, { reply: network.cached })
    const crash: Crash = dice < 0.19 ? 'before commit' : dice < 0.22 ? 'after commit' : null
    await this.serve(flight, crash)
    if (dice < 0.3) await this.serve(flight, null) // sent twice
    if (dice > 0.95) network.echo(flight) // and a copy arrives later
    if (dice < 0.4) network.land(flight, lost)
    else if (dice < 0.75) network.land(flight, flight.answer!)
    // otherwise the answer comes late
  }

  async serve(flight: Flight, crash: Crash): Promise<void> {
    const { now, random } = this.#world
    const { seat, call } = flight
    const token = flight.token ?? seat.phone.session ?? { userId: seat.userId, valid: false }
    // The session may have ended since.
    const valid = token.valid && (seat.phone.session?.userId !== token.userId || seat.phone.session.valid)
    const words = { userId: token.userId, valid }
    const ops = call.body.ops.map(({ seq, opId }) => `${seq}:${opId}`)
    const what = `  ${seat.name} ${call.body.client} from ${call.body.cursor} ${ops.join(' ')}`
    const noteJourney = () => {
      const { journeys } = this.#memory
      for (const { opId } of call.body.ops)
        journeys.set(opId, [...(journeys.get(opId) ?? []), { sentAt: flight.sentAt, servedAt: now }])
    }
    try {
      const reply = await this.#server.handle(words, call.listId, call.body, { now, random, crash })
      flight.answer = { reply }
      noteJourney()
      this.#say(`${what} → ${reply.epoch} ${reply.head}`)
      const { delays, lateCopies, served, refused } = this.#memory
      for (const { opId } of call.body.ops) served.add(opId)
      for (const { opId, status } of Object.values(reply.results))
        if (status === 'rejected') refused.add(opId)
      if (this.#memory.restored)
        for (const { op, opId, rowId } of call.body.ops)
          if (op === 'add' && refused.has(opId)) this.#watches.awaited.add(rowId)
      if (this.#memory.restored) this.#noteMadeAnew(call)
      const { client } = call.body
      // The pages of a guest who removed everything are closed.
      const streams = seat.contexts.length > 0 ? await seat.db.streams() : []
      if (!streams.some((stream) => stream.clientId === client))
        for (const { opId } of call.body.ops) lateCopies.add(`${opId} ${client}`)
      for (const { opId } of call.body.ops)
        delays.set(opId, Math.max(delays.get(opId) ?? 0, now - flight.sentAt))
    } catch (error) {
      this.#say(`${what} → ${String(error)}`)
      flight.answer = { error }
      if (crash === 'after commit' && error instanceof Unreachable) noteJourney()
      if (error instanceof ProblemError && error.problem.code === 'tooLarge')
        for (const { opId } of call.body.ops) this.#memory.tooLarge.add(opId)
    }
  }

  /**
   * A copy of the call that made a list comes after a restored backup has lost it, and after its maker has deleted it
   * and was told that it is gone: nobody can know that it is not wanted.
   */
  #noteMadeAnew({ listId, body }: SyncCall): void {
    if (!body.ops.some(({ op, rowId }) => op === 'add' && rowId === listId)) return
    for (const { opId, listId: of, rowId, field } of this.#memory.edits)
      if (of === listId && rowId === listId && field === 'delete') this.#memory.undone.add(opId)
  }
}
