import { Machine, makeKeys } from './machines.ts'
import { makeNetwork } from './network.ts'

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks twice a second until there is an answer. Throws after `seconds`. */
export async function until<T>(
  what: string,
  seconds: number,
  ask: () => Promise<T | null | false>,
): Promise<T> {
  const end = Date.now() + seconds * 1_000
  for (;;) {
    const answer = await ask().catch(() => null)
    if (answer) return answer
    if (Date.now() > end) throw new Error(`after ${seconds} s there is still no ${what}`)
    await pause(500)
  }
}

interface Member {
  name: string
  role: string
  state: string
  lag?: number | string
  timeline?: number
}

/** The three machines, as Patroni sees them. */
export class Cluster {
  readonly machines: Machine[]

  constructor(folder: string) {
    makeNetwork()
    makeKeys(folder)
    this.machines = [1, 2, 3].map((number) => new Machine(number, folder))
    for (const machine of this.machines) machine.start()
  }

  async members(): Promise<Member[]> {
    for (const { address } of this.machines) {
      const answer = await fetch(`http://${address}:8008/cluster`, {
        signal: AbortSignal.timeout(2_000),
      }).catch(() => null)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }

  /** The machine whose PostgreSQL is the primary. */
  async primary(): Promise<Machine> {
    const leader = (await this.members()).find(({ role }) => role === 'leader')
    const found = this.machines.find(({ name }) => leader?.name === name)
    if (!found) throw new Error('no primary')
    return found
  }

  /**
   * Resolves when there is a primary, and two standbys follow it. A standby that stays on an old timeline for a minute is
   * made anew, as an operator would do it: Patroni 3.0 does not notice that it has more than the new primary.
   */
  async whole(seconds: number): Promise<void> {
    const from = Date.now()
    await until('cluster of three', seconds, async () => {
      const members = await this.members()
      const timeline = members.find(({ role }) => role === 'leader')?.timeline ?? 0
      const left = members.find((member) => (member.timeline ?? timeline) < timeline)
      if (left && Date.now() - from > 60_000) this.#reinitialize(left.name)
      const follow = members.filter(
        ({ role, state, lag }) => role !== 'leader' && /running|streaming/.test(state) && lag === 0,
      )
      return (
        members.some(({ role, state }) => role === 'leader' && state === 'running') && follow.length === 2
      )
    })
  }

  #reinitialize(name: string): void {
    this.machines[0]?.patronictl('reinit', '--force', 'koszyk', name)
    process.stdout.write(`${name} had stayed on an old timeline and is made anew\n`)
  }

  /** Changes the configuration of the cluster, such as `synchronous_mode=false`. */
  set(...changes: string[]): void {
    this.machines[0]?.patronictl('edit-config', '--force', ...changes.flatMap((one) => ['-s', one]))
  }
}
