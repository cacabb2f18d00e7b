import { v7 as uuidv7 } from 'uuid'
import type { HookEvent } from '../../core/product/hook-events.ts'
import { displayName } from '../../core/text/person-name.ts'
import { bytesOf, noteWritten } from '../limits/daily-quota.ts'
import type { Db, Trx } from '../db/open.ts'
import type { ChangeLogTable } from '../db/schema.ts'
import { run, statement } from '../db/statement.ts'

/** How long a delivery is tried, in ms. */
export const triedMs = 24 * 3_600_000
/** Changes in one delivery; of a pasted list of thousands the rest is only counted. */
const mostChanges = 100
/** Deliveries of one webhook that wait. An address that never answers must not fill the disk. */
const mostWaiting = 500

type Change = Pick<
  ChangeLogTable,
  'field' | 'what' | 'product_id' | 'product_name' | 'old_value' | 'new_value'
>

let isNoted = false

/** Returns whether this process has noted anything since the last time; so a write without webhooks reads no outbox. */
export function takeNoted(): boolean {
  const was = isNoted
  isNoted = false
  return was
}

/** Says that something waits to be sent. */
export function markNoted(): void {
  isNoted = true
}

/** The ids of the accounts that see a list: its owner, and the members who have opened it. */
export function peopleOf(db: Db | Trx, listId: string) {
  const members = db.selectFrom('member').select('account_id').where('list_id', '=', listId)
  return db
    .selectFrom('list')
    .select('owner_id as account_id')
    .where('id', '=', listId)
    .union(members.where('accepted', '=', 1))
}

/** The webhooks of those who see the list. Begins with its people, so that a tick reads no webhooks of others. */
const ofList = statement((db, { listId }: { listId: string }) =>
  db
    .selectFrom('webhook')
    .select(['id', 'account_id', 'lists', 'events'])
    .where('account_id', 'in', peopleOf(db, listId)),
)

const waiting = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('webhook_delivery')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('webhook_id', '=', id)
    .where('done_at', '=', 0),
)

function eventOf({ what, field }: Change): HookEvent {
  if (what === 'add') return 'added'
  if (what === 'delete') return 'deleted'
  if (what === 'list') return 'list'
  return field === 'productStatus' ? 'bought' : 'changed'
}

const valueOf = (json: string): unknown => (json === '' ? undefined : JSON.parse(json))

/** Returns a change as a webhook is told it. */
function shownChange(change: Change) {
  const { what, field, product_id, product_name, old_value, new_value } = change
  return {
    event: eventOf(change),
    ...(product_id !== '' && { productId: product_id, productName: product_name }),
    ...(what === 'set' || what === 'list' ? { field, from: valueOf(old_value), to: valueOf(new_value) } : {}),
  }
}

/**
 * Notes for the webhooks of a list what a transaction changed in it: they are told of nothing that was rolled back, and
 * of everything that was not.
 */
export async function noteHooks(
  trx: Trx,
  listId: string,
  { account, now }: { account: { id: string }; now: number },
  log: readonly Change[],
): Promise<void> {
  const hooks = (await ofList.rows(trx, { listId })).filter(({ lists }) => {
    const only = JSON.parse(lists) as string[]
    return only.length === 0 || only.includes(listId)
  })
  if (hooks.length === 0) return
  const list = await trx.selectFrom('list').select('name').where('id', '=', listId).executeTakeFirst()
  const actor = await trx
    .selectFrom('account')
    .select(['name', 'surname', 'email'])
    .where('id', '=', account.id)
    .executeTakeFirst()
  for (const { id: webhook_id, account_id, events } of hooks) {
    const wanted = JSON.parse(events) as HookEvent[]
    const changes = log.filter((change) => wanted.includes(eventOf(change)))
    const [count] = changes.length > 0 ? await waiting.rows(trx, { id: webhook_id }) : []
    if (!count || Number(count.count) >= mostWaiting) continue
    const id = uuidv7()
    const body = JSON.stringify({
      id,
      at: new Date(now).toISOString(),
      list: { id: listId, listName: list?.name ?? '' },
      by: actor ? displayName(actor) : '',
      changes: changes.slice(0, mostChanges).map(shownChange),
      ...(changes.length > mostChanges && { more: changes.length - mostChanges }),
    })
    const row = {
      id,
      webhook_id,
      list_id: listId,
      body,
      created_at: now,
      next_at: now,
      ends_at: now + triedMs,
    }
    markNoted()
    // Nobody pays for what others want to be told.
    if (account_id === account.id) noteWritten(trx, bytesOf([row]))
    await run(
      trx,
      trx
        .insertInto('webhook_delivery')
        .values({ ...row, attempts: 0, status: 0, done_at: 0 })
        .compile(),
    )
  }
}
