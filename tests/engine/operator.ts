import type { Row } from '../../core/contract/shapes.ts'
import type { Permission } from '../../core/product/entities.ts'
import { pick } from '../support/random.ts'
import type { Known, Memory } from './judging/memory.ts'
import type { Watches } from './judging/watch.ts'
import type { Phone, Seat, World } from './seat.ts'
import type { SimServer } from './server.ts'

/** What the server, its operator and the judges know of a run. */
export interface Run {
  world: World & { phones: readonly Phone[] }
  server: SimServer
  /** the list that there is from the beginning */
  listId: string
  memory: Memory
  watches: Watches
  /** a backup is never restored; instead, a machine takes over that lacks as much */
  failover: boolean
  say: (what: string) => void
}

/** What is done to the server: limits, members, backups, the jobs of the night. */
export class Operator {
  readonly #world: Run['world']
  readonly #server: SimServer
  readonly #listId: string
  readonly #memory: Memory
  readonly #watches: Watches
  readonly #failover: boolean
  readonly #say: Run['say']
  constructor({ world, server, listId, memory, watches, failover, say }: Run) {
    this.#world = world
    this.#server = server
    this.#listId = listId
    this.#memory = memory
    this.#watches = watches
    this.#failover = failover
    this.#say = say
  }

  async act(): Promise<void> {
    const server = this.#server
    const dice = this.#world.random()
    const member = pick(this.#world.random, ['ben', 'cleo'])
    this.#say(`server ${dice.toFixed(2)}`)
    if (dice < 0.2) server.maxOps = server.maxOps === null ? Math.floor(this.#world.random() * 4) : null
    else if (dice < 0.3) await server.expel(this.#listId, member)
    else if (dice < 0.5)
      await server.join(this.#listId, member, pick<Permission>(this.#world.random, ['edit', 'shopping']))
    else if (dice < 0.65) await this.#prune()
    else if (!server.backup) await server.keepBackup()
    else if (dice < 0.85 && !this.#memory.restored) await this.restoreBackup()
  }

  /**
   * Prunes as if ninety days had passed. Really, a device's data from before a restored backup would be too
   * old by then, so its products are exempt.
   */
  async #prune(): Promise<void> {
    const { edits, undone } = this.#memory
    const born = new Set(edits.flatMap((e) => (e.field === 'add' && undone.has(e.opId) ? [e.rowId] : [])))
    for (const listId of this.#watches.ids)
      for (const { id, deleted_at } of await this.#server.products(listId))
        if (deleted_at > 0 && born.has(id)) this.#watches.pruned.add(id)
    await this.#server.prune(this.#world.now)
  }

  async restoreBackup(): Promise<void> {
    const server = this.#server
    const memory = this.#memory
    const operations = async () =>
      (await Promise.all(this.#watches.ids.map((id) => server.operations(id)))).flat().map((o) => o.op_id)
    const before = await operations()
    const owners = new Map((await server.lists()).map((list) => [list.id, list.owner_id]))
    const gone = new Set((await server.lists()).flatMap(({ id, deleted_at }) => (deleted_at > 0 ? [id] : [])))
    await server.restore(this.#world.now, this.#failover ? 'failover' : 'backup')
    const kept = new Set(await operations())
    const heads = new Map((await server.lists()).map((list) => [list.id, list.head]))
    this.#say(`the server is back at ${heads.get(this.#listId)}`)
    for (const opId of before) if (!kept.has(opId)) memory.undone.add(opId)
    // A list that was deleted is back; what was done to it since the backup went with the delete, and so did that.
    for (const { opId, listId } of memory.edits)
      if (gone.has(listId) && memory.served.has(opId) && !kept.has(opId)) memory.undone.add(opId)
    memory.restored = true
    for (const listId of this.#watches.ids) {
      const watch = this.#watches.of(listId)
      watch.forgetShown()
      if (gone.has(listId))
        for (const seat of this.#world.phones.flatMap(({ seats }) => seats)) watch.mayComeBack(seat)
      const known = await this.#bestOf(listId, owners.get(listId))
      if (known) memory.known.set(listId, { ...known, head: heads.get(listId) ?? 0, at: this.#world.now })
    }
  }

  /** What the owner's best informed device has of a list, if that is enough to make it anew. */
  async #bestOf(listId: string, owner: string | undefined): Promise<Omit<Known, 'head' | 'at'> | null> {
    const own = this.#world.phones.map(({ seat }) => seat).filter(({ userId }) => userId === owner)
    let best: { rows: Row[]; cursor: number; seat: Seat } | null = null
    for (const seat of own) {
      const { stream, rows } = await seat.db.readList(listId)
      const cursor = stream?.cursor ?? 0
      if (listId !== this.#listId && !(stream?.list && cursor > 0)) continue
      if (!best || cursor >= best.cursor) best = { rows, cursor, seat }
    }
    return best && { rows: best.rows, seat: best.seat, userId: best.seat.userId }
  }
}
