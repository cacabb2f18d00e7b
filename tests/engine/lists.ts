import type { List } from '../../core/contract/shapes.ts'
import type { Permission } from '../../core/product/entities.ts'
import { projectList } from '../../core/sync/list-row.ts'
import type { ChangesOf } from '../../device/storage/outbox.ts'
import { pick } from '../support/random.ts'
import { Lister, type Shown } from './lister.ts'
import type { Memory } from './judging/memory.ts'
import type { Seat } from './seat.ts'
import type { SimServer } from './server.ts'
import type { Watches } from './judging/watch.ts'

/** An overview on its way from the server. */
interface Overview {
  seat: Seat
  lists: List[]
  /** the lists that the device knew when it asked */
  before: Set<string>
}

/** The lists beside the first one: what people do to them, who shares them, and the overview that tells of them. */
export class Lists {
  readonly #random: () => number
  readonly #server: SimServer
  readonly #watches: Watches
  readonly #lister: Lister
  /** the list that every run begins with, which nobody deletes */
  readonly #first: string
  #overviews: Overview[] = []

  constructor(
    random: () => number,
    money: (() => number) | null,
    seed: number,
    first: string,
    { server, watches, memory }: { server: SimServer; watches: Watches; memory: Memory },
  ) {
    this.#random = random
    this.#first = first
    this.#server = server
    this.#watches = watches
    this.#lister = new Lister(random, money, memory, seed)
  }

  /** Happens in a step with this probability. */
  chance(probability: number): boolean {
    return this.#random() < probability
  }

  /** The ids of all lists that this device has anything of. */
  async idsAt(seat: Seat): Promise<string[]> {
    const [streams, outbox] = [await seat.db.streams(), await seat.db.outbox()]
    return [...new Set([this.#first, ...streams.map((s) => s.listId), ...outbox.map((e) => e.listId)])]
  }

  async #shownAt(seat: Seat): Promise<Shown[]> {
    const all = (await this.idsAt(seat)).map(async (listId) => {
      const { stream, entries } = await seat.db.readList(listId)
      const { views } = await this.#watches.of(listId).look(seat)
      const list = projectList(stream, entries)
      return list ? [{ list, stream, views }] : []
    })
    return (await Promise.all(all)).flat()
  }

  /** The list that somebody edits next: the first one, mostly. */
  async pick(seat: Seat): Promise<string> {
    const others = (await this.#shownAt(seat)).map(({ list }) => list.id).filter((id) => id !== this.#first)
    return others.length === 0 || this.chance(0.4) ? this.#first : pick(this.#random, others)
  }

  /** A list at random, of which this device has anything. */
  async any(seat: Seat): Promise<string> {
    return pick(this.#random, await this.idsAt(seat))
  }

  async act(seat: Seat, now: number): Promise<ChangesOf[]> {
    return this.#lister.act(seat, await this.#shownAt(seat), this.#first, now)
  }

  /** The owner shares one of the other lists with somebody, or takes it back. */
  async share(users: readonly string[]): Promise<void> {
    const others = (await this.#server.lists()).filter(
      ({ id, deleted_at }) => id !== this.#first && !deleted_at,
    )
    if (others.length === 0) return
    const { id, owner_id } = pick(this.#random, others)
    const member = pick(
      this.#random,
      users.filter((user) => user !== owner_id),
    )
    if (this.chance(0.3)) return this.#server.expel(id, member)
    const permission = pick<Permission>(this.#random, ['edit', 'edit', 'shopping'])
    await this.#server.join(id, member, permission)
    if (this.chance(0.2)) await this.#server.takeIn(owner_id, member, permission)
  }

  /** Asks for the overview; it arrives later, when it may be outdated. */
  async ask(seat: Seat): Promise<void> {
    const { session } = seat.phone
    if (!session?.valid || session.userId !== seat.userId) return
    this.#overviews.push(await this.#asked(seat))
  }

  /** An overview arrives, if one is under way. Whoever has signed out meanwhile stores nothing. */
  async land(): Promise<void> {
    const overview = this.#overviews.shift()
    if (!overview) return
    const { phone, userId, contexts } = overview.seat
    const isShown = phone.seat === overview.seat && phone.session?.userId === userId && contexts.length > 0
    if (isShown) await this.#take(overview)
  }

  /** Asks for the overview, which arrives at once. */
  async refresh(seat: Seat): Promise<void> {
    this.#overviews = []
    await this.#take(await this.#asked(seat))
  }

  async #asked(seat: Seat): Promise<Overview> {
    const before = await seat.db.listsHere()
    return { seat, before, lists: await this.#server.overview(seat.userId) }
  }

  /** As the page does: src/sync/overview.ts. */
  async #take({ seat, lists, before }: Overview): Promise<void> {
    await seat.db.putLists(lists, before)
    const listed = new Map(lists.map((list) => [list.id, list]))
    const { drain } = pick(this.#random, seat.contexts).device
    for (const { listId, cursor } of await seat.db.streams()) {
      const list = listed.get(listId)
      const isBehind = !list || (list.head !== cursor && list.listStatus !== 'archiwum')
      if (isBehind) void drain.dispatch(listId, { type: 'pull' })
    }
  }
}
