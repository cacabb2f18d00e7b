import { limits } from '../../core/product/entities.ts'
import { chunkSize, yieldToEventLoop } from '../db/chunks.ts'
import { type Db, isSqlite, type Trx } from '../db/open.ts'
import type { ChangeLogTable } from '../db/schema.ts'
import { insertion, run } from '../db/statement.ts'
import { deletionsOf, fieldOf, logColumns, type LogKey } from '../lists/store/change-log.ts'

// Decision 152: each person has a share of a history of a list.
/**
 * Daily: deletes changes of these lists that are too old, and those beyond `most` of a list. Of these, each person has a
 * share, so that nobody can wash away what others did. All guests of a list have one share together, because anybody
 * with a link is as many guests as they like; within it, each guest has a share. Works in slices.
 */
export async function pruneLog(db: Db, listIds: readonly string[], now: number, most: number): Promise<void> {
  for (const listId of listIds) {
    await deleteOld(db, listId, now - limits.historyMs)
    if (!(await isLonger(db, listId, most))) continue
    const cuts = await cutsOf(db, listId, most)
    await foldWhatIsOver(db, listId, cuts, true)
    if (await isLonger(db, listId, most)) await foldWhatIsOver(db, listId, cuts, false)
    await deleteWhatIsOver(db, listId, cuts, most)
  }
}

async function deleteOld(db: Db, listId: string, until: number): Promise<void> {
  for (;;) {
    const some = await slice(db, listId, start, ['ver', 'field', 'at'])
    const end = some.findLast(({ at }) => at < until)
    if (!end) return
    await db.deleteFrom('change_log').where('list_id', '=', listId).where('ver', '<=', end.ver).execute()
    await yieldToEventLoop()
    if (end !== some.at(-1)) return
  }
}

async function isLonger(db: Db, listId: string, most: number): Promise<boolean> {
  const of = db.selectFrom('change_log').select('ver').where('list_id', '=', listId)
  return (await of.orderBy('ver', 'desc').offset(most).limit(1).executeTakeFirst()) !== undefined
}

const start: LogKey = { ver: 0, field: '' }

/** Returns the entries after one, oldest first, at most `chunkSize`. */
function slice<C extends keyof ChangeLogTable>(
  db: Db | Trx,
  listId: string,
  { ver, field }: LogKey,
  columns: readonly C[],
): Promise<Pick<ChangeLogTable, C>[]> {
  return db
    .selectFrom('change_log')
    .select(columns as readonly 'ver'[])
    .where('list_id', '=', listId)
    .where('ver', '>=', ver)
    .where((where) => where.or([where('ver', '>', ver), where('field', '>', field)]))
    .orderBy('ver')
    .orderBy('field')
    .limit(chunkSize)
    .execute() as unknown as Promise<Pick<ChangeLogTable, C>[]>
}

interface Cuts {
  /** by account: the newest version that is beyond its share */
  over: ReadonlyMap<string, number>
  guests: ReadonlySet<string>
}

async function cutsOf(db: Db, listId: string, most: number): Promise<Cuts> {
  const versions = new Map<string, number[]>()
  for (let at = start; ; await yieldToEventLoop()) {
    const some = await slice(db, listId, at, ['ver', 'field', 'account_id'])
    for (const { account_id, ver } of some) {
      const ofAccount = versions.get(account_id)
      if (ofAccount) ofAccount.push(ver)
      else versions.set(account_id, [ver])
    }
    const end = some.at(-1)
    if (!end || some.length < chunkSize) break
    at = end
  }
  const found = await db
    .selectFrom('account')
    .select('id')
    .where('guest_of', '=', listId)
    // As in the partial index, or SQLite does not use it.
    .where('guest_of', '<>', '')
    .execute()
  const guests = new Set(found.map(({ id }) => id))
  const counts = (isGuest: boolean) =>
    [...versions].flatMap(([id, { length }]) => (guests.has(id) === isGuest ? [length] : []))
  const ofGuests = counts(true)
  const share = shareOf([...counts(false), ofGuests.reduce((sum, count) => sum + count, 0)], most)
  const guestShare = shareOf(ofGuests, share)
  const newestOver = (id: string, ofAccount: readonly number[]) =>
    ofAccount.at(-(guests.has(id) ? guestShare : share) - 1)
  return {
    over: new Map(Array.from(versions, ([id, ofAccount]) => [id, newestOver(id, ofAccount) ?? 0])),
    guests,
  }
}

/** Divides `most` among these counts as evenly as they allow. Returns the most that one of them gets. */
export function shareOf(counts: readonly number[], most: number): number {
  let rest = most
  const sorted = counts.toSorted((a, b) => a - b)
  for (const [i, count] of sorted.entries()) {
    const share = Math.floor(rest / (sorted.length - i))
    if (count > share) return share
    rest -= count
  }
  return most
}

type Entry = Pick<ChangeLogTable, (typeof logColumns)[number]>

/**
 * Folds what is beyond its person's share into later entries, so that the list can still be brought back to what it was
 * before: the next entry about the same field takes over the older value, and a product that was added and deleted again
 * leaves nothing. `isOwn`: only into entries of the same person, or from guest to guest; else into those of others too,
 * as for two people who change a field in turns. The list is locked for each slice, because a change may fold too.
 */
async function foldWhatIsOver(db: Db, listId: string, cuts: Cuts, isOwn: boolean): Promise<void> {
  const folding = new Folding(cuts, isOwn)
  for (let at = start; ; await yieldToEventLoop()) {
    const some = await db.transaction().execute(async (trx) => {
      if (!isSqlite(trx))
        await trx.selectFrom('list').select('id').where('id', '=', listId).forUpdate().execute()
      const entries = await slice(trx, listId, at, logColumns)
      for (const entry of entries) folding.read(entry)
      const { deleted, amended } = folding.take()
      for (const query of deletionsOf(trx, listId, deleted)) await run(trx, query)
      if (amended.length > 0) await run(trx, amend(trx, amended))
      return entries
    })
    const end = some.at(-1)
    if (!end || some.length < chunkSize) return
    at = end
  }
}

const amend = insertion('change_log', logColumns, (rows) =>
  rows.onConflict((conflict) =>
    conflict
      .columns(['list_id', 'ver', 'field'])
      .doUpdateSet((set) => ({ old_value: set.ref('excluded.old_value') })),
  ),
)

/** Reads the entries of a list, oldest first, and collects what to delete and to amend. */
class Folding {
  readonly #cuts: Cuts
  readonly #isOwn: boolean
  /** by product and field: the newest entry, if it is beyond its share; it waits for a later one to take its value */
  readonly #open = new Map<string, Map<string, Entry>>()
  /** the products whose add is beyond its share, with all their entries, the add first */
  readonly #added = new Map<string, Set<Entry>>()
  #deleted = new Set<Entry>()
  #amended = new Set<Entry>()

  constructor(cuts: Cuts, isOwn: boolean) {
    this.#cuts = cuts
    this.#isOwn = isOwn
  }

  read(entry: Entry): void {
    const { product_id: id, what } = entry
    const isOver = isBeyond(this.#cuts, entry)
    if (what === 'add' && isOver) this.#added.set(id, new Set())
    this.#added.get(id)?.add(entry)
    if (what === 'delete') this.#readDelete(entry)
    else if (what !== 'add') this.#readSet(entry, isOver)
  }

  /** Returns what was collected since the last call. */
  take(): { deleted: Entry[]; amended: Entry[] } {
    const [deleted, amended] = [this.#deleted, this.#amended]
    this.#deleted = new Set()
    this.#amended = new Set()
    return { deleted: [...deleted], amended: [...amended].filter((entry) => !deleted.has(entry)) }
  }

  /** Returns whether the same person made both entries, or guests did. */
  #isSame({ account_id: a }: Entry, { account_id: b }: Entry): boolean {
    const { guests } = this.#cuts
    return a === b || (guests.has(a) && guests.has(b))
  }

  /** Returns whether an entry takes over the value of an earlier one. */
  #takes(later: Entry, earlier: Entry): boolean {
    return !this.#isOwn || this.#isSame(later, earlier)
  }

  #readSet(entry: Entry, isOver: boolean): void {
    const open = this.#open.get(entry.product_id) ?? new Map<string, Entry>()
    const key = fieldOf(entry)
    const earlier = open.get(key)
    open.delete(key)
    if (earlier && this.#takes(entry, earlier)) {
      this.#delete(earlier)
      this.#amend(entry, earlier.old_value)
    }
    // It is as it was before.
    if (entry.old_value === entry.new_value) this.#delete(entry)
    else if (isOver) open.set(key, entry)
    if (open.size > 0) this.#open.set(entry.product_id, open)
    else this.#open.delete(entry.product_id)
  }

  #readDelete(entry: Entry): void {
    const { product_id: id } = entry
    const [add, ...others] = this.#added.get(id) ?? []
    const open = [...(this.#open.get(id)?.values() ?? [])].filter((one) => this.#takes(entry, one))
    this.#added.delete(id)
    this.#open.delete(id)
    // What others did within their shares stays.
    const goes = (one: Entry) =>
      add && (this.#isSame(one, add) || (!this.#isOwn && isBeyond(this.#cuts, one)))
    if (add && others.every(goes)) {
      for (const one of [add, ...others]) this.#delete(one)
      return
    }
    if (open.length === 0) return
    const value = JSON.parse(entry.old_value) as Record<string, unknown>
    for (const one of open) {
      // '': a price that was unknown.
      if (one.old_value === '') delete value[one.field]
      else value[one.field] = JSON.parse(one.old_value)
      this.#delete(one)
    }
    this.#amend(entry, JSON.stringify(value))
  }

  #delete(entry: Entry): void {
    this.#added.get(entry.product_id)?.delete(entry)
    this.#deleted.add(entry)
  }

  #amend(entry: Entry, old_value: string): void {
    entry.old_value = old_value
    this.#amended.add(entry)
  }
}

function isBeyond({ over }: Cuts, { ver, account_id }: Pick<Entry, 'ver' | 'account_id'>): boolean {
  return ver <= (over.get(account_id) ?? 0)
}

/** Deletes what is beyond its person's share, oldest first, until the list has `most` entries. */
async function deleteWhatIsOver(db: Db, listId: string, cuts: Cuts, most: number): Promise<void> {
  const { count } = await db
    .selectFrom('change_log')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('list_id', '=', listId)
    .executeTakeFirstOrThrow()
  let excess = Number(count) - most
  for (let at = start; excess > 0; await yieldToEventLoop()) {
    const some = await slice(db, listId, at, ['ver', 'field', 'account_id'])
    const over = some.filter((entry) => isBeyond(cuts, entry)).slice(0, excess)
    for (const query of deletionsOf(db, listId, over)) await run(db, query)
    excess -= over.length
    const end = some.at(-1)
    if (!end || some.length < chunkSize) return
    at = end
  }
}
