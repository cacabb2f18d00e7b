import { fromHundredths } from '../../../core/product/money.ts'
import { endTripsOn } from '../../live/trips.ts'
import type { Affected } from '../../db/affected.ts'
import type { Trx } from '../../db/open.ts'
import type { Push } from '../../push/push.ts'
import type { Access } from './access.ts'
import { countsOf, difference, nothing } from './list-counts.ts'
import { type Batch, isTripEnd } from './merge.ts'

/**
 * Notes for the other members what a stored batch did, and ends the trips on a list from which nothing is left to buy.
 * Returns those. `list` is the list's row as it was before.
 */
export async function noteChanges(
  push: Push,
  trx: Trx,
  list: Access,
  batch: Batch,
): Promise<NonNullable<Affected['trips']>> {
  const changed = [...batch.changed]
  const news = { listId: list.id, actorId: batch.account.id }
  const added = changed.filter(({ id, deletedAt, bought }) => {
    return !batch.before.has(id) && deletedAt === 0 && bought === 0
  })
  if (added.length > 0) await push.noteAdded(trx, { ...news, names: added.map(({ name }) => name) })
  const { living, bought } = difference(
    changed.map(({ id }) => batch.before.get(id) ?? nothing),
    changed.map(countsOf),
  )
  const end = changed.find((one) => isTripEnd(one) && one.price_unknown === 1 && !batch.before.has(one.id))
  if (end) await push.noteDone(trx, { ...news, shop: end.shop, amount: fromHundredths(end.quantity) })
  const isOver = list.living > list.bought && list.living + living === list.bought + bought
  if (!isOver) return []
  if (list.living + living > 0) await push.noteDone(trx, news)
  return endTripsOn(trx, list.id)
}
