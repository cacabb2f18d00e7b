import { limits } from '../../core/product/entities.ts'
import { type Db, isSqlite, type Trx } from '../db/open.ts'
import { statement } from '../db/statement.ts'

const account = (lock: 'lock' | 'read') =>
  statement((db, { id }: { id: string }) =>
    db
      .selectFrom('account')
      .select(['status', 'status_before'])
      .where('id', '=', id)
      .$if(lock === 'lock' && !isSqlite(db), (query) => query.forNoKeyUpdate()),
  )
const lockedAccount = account('lock')
const seenAccount = account('read')

/**
 * Locks the account's row until the transaction ends. Every write that adds something limited per account takes
 * this lock, so that concurrent ones are counted one after the other. Lock order: the list's row first, then
 * this one, then devices and tallies. A write that adds nothing must not take it: a tick waits for its list only.
 */
export async function holdAccount(trx: Db | Trx, accountId: string): Promise<void> {
  const found = await lockedAccount.first(trx, { id: accountId })
  if (!found) throw new Error('an account whose list is there is not there')
}

const inLists = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('list')
    .select((select) => select.fn.sum<number | null>('living').as('count'))
    .where('owner_id', '=', id)
    .where('deleted_at', '=', 0),
)
const inTemplates = statement((db, { id }: { id: string }) =>
  db
    .selectFrom('template')
    .select((select) => select.fn.sum<number | null>('products').as('count'))
    .where('owner_id', '=', id)
    .where('deleted_at', '=', 0),
)

/**
 * Returns how many more products the owner may have, in all lists or all templates; negative if a limit was lowered
 * or others were faster. Locks the owner's account; 'seen' does not, so others may add some before the commit.
 */
export async function roomOf(
  trx: Db | Trx,
  ownerId: string,
  where: 'lists' | 'templates',
  mostProducts?: number,
  how: 'held' | 'seen' = 'held',
): Promise<number> {
  const id = ownerId
  const [found, sum] = await Promise.all([
    (how === 'held' ? lockedAccount : seenAccount).first(trx, { id }),
    // Sent along, but begun only once the lock is there: so it counts all that was committed before.
    (where === 'lists' ? inLists : inTemplates).first(trx, { id }),
  ])
  if (!found) throw new Error('an account whose list is there is not there')
  const isActivated = found.status === 'A' || found.status_before === 'A'
  const usual = isActivated ? limits.productsOfUser : limits.productsUntilActivated
  return (mostProducts ?? usual) - Number(sum?.count ?? 0)
}
