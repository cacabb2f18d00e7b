import { v7 as newId } from 'uuid'
import { sum } from '../../../core/product/money.ts'
import { can } from '../../../core/product/permissions.ts'
import type { ProductValue } from '../../../core/product/table.ts'
import { boughtOn, onlyShop, tillRest, tripEnd, tripMs } from '../../../core/product/trip.ts'
import type { ProductChange } from '../../../core/sync/change.ts'
import { valueOf } from '../../../core/sync/mutation.ts'
import { accountSetting } from '../../sync/account-store.ts'
import { roleIn, useOpenList } from '../../sync/open-list.ts'
import { withdraw } from '../../sync/undo.ts'
import { archiveList, write } from './list-actions.ts'
import { useTogether } from './together.ts'
import { resumeShopping, setShopping, tripShop } from './view.ts'

/** The last trip that ended on this device: what it bought, and what the till took beyond the known prices. */
export interface Finished {
  listId: string
  /** when it ended, epoch ms */
  at: number
  shop: string
  /** the user was in shopping mode */
  wasShopping: boolean
  products: readonly ProductValue[]
  rest: ProductValue | null
}

const stored = accountSetting<{ trip: Finished | null }>('finishedTrip', { trip: null }, (value) => {
  const trip = (value as { trip?: Finished } | undefined)?.trip
  return { trip: trip && Date.now() - trip.at < tripMs ? trip : null }
})

/** Stored on the device: the till comes last, and a phone may have restarted the app by then. */
export const restoreFinished = stored.restore

/** Returns the trip with this list that ended last, while it may be corrected. */
export function finishedOn(listId: string, { trip } = stored.use.getState()): Finished | null {
  return trip?.listId === listId ? trip : null
}

export function useFinished(listId: string): Finished | null {
  return stored.use((state) => finishedOn(listId, state))
}

export function forgetFinished(): void {
  if (stored.use.getState().trip) stored.change({ trip: null })
}

/** What the known prices of a trip add up to. */
export function knownSum({ products }: Pick<Finished, 'products'>): number {
  return sum(products.map(({ price, ...product }) => ({ ...product, price: price ?? 0 })))
}

/** Returns the changes that store a purchase which was never on the list. */
function purchase(value: ProductValue): ProductChange[] {
  const rowId = newId()
  return [
    { op: 'add', rowId, value },
    { op: 'delete', rowId, tick: 'counts' },
  ]
}

/** Returns the changes that take it back: the same product again takes the tick over, and loses it. */
function takenBack(value: ProductValue): ProductChange[] {
  const [add, remove] = purchase(value)
  if (!add || !remove) return []
  return [add, { op: 'set', rowId: add.rowId, field: 'productStatus', value: false, baseVer: 0 }, remove]
}

/**
 * Ends the trip with the open list: what was bought leaves the list, as the purchases that it is, and what is left stays.
 * In one write, so that it waits in the outbox like any edit. Who may not delete products only leaves shopping mode.
 */
export async function finishTrip(): Promise<void> {
  const { listId, order, products, ...open } = useOpenList.getState()
  if (listId === null) return
  const others = useTogether.getState().trips.get(listId) ?? []
  const all = order.flatMap((id) => products.get(id) ?? [])
  const ticked = all.filter(({ productStatus }) => productStatus)
  const shop = tripShop(listId) || onlyShop(ticked)
  const bought = boughtOn(
    all,
    shop,
    others.map((shopper) => shopper.shop),
  )
  if (bought.length > 0 && can(roleIn(open), 'editProducts')) {
    const deletes = bought.map(({ id }): ProductChange => ({ op: 'delete', rowId: id, tick: 'counts' }))
    const changes = [...purchase(tripEnd(shop, bought.length)), ...deletes]
    if (!(await write([{ listId, changes }]))) return
    for (const { id } of bought) withdraw(id)
    const wasShopping = setShopping(listId, false)
    const values = bought.map(valueOf)
    stored.change({ trip: { listId, at: Date.now(), shop, wasShopping, products: values, rest: null } })
  } else setShopping(listId, false)
}

/** Sets what was paid, in the currency of the list; null: what the known prices say. Returns whether it was stored. */
export async function setPaid(trip: Finished, paid: number | null): Promise<boolean> {
  const known = knownSum(trip)
  const rest = tillRest(trip.shop, Math.round((paid ?? known) * 100), Math.round(known * 100))
  if (rest?.price === trip.rest?.price) return true
  const changes = [...(trip.rest ? takenBack(trip.rest) : []), ...(rest ? purchase(rest) : [])]
  if (!(await write([{ listId: trip.listId, changes }]))) return false
  stored.change({ trip: { ...trip, rest } })
  return true
}

/** Puts what was bought back on the list, bought, and takes back what the till took beyond. */
export async function undoFinish(trip: Finished): Promise<void> {
  if (!(await putBack(trip, trip.rest ? takenBack(trip.rest) : []))) return
  if (trip.wasShopping) resumeShopping(trip.listId)
}

/** Archives the list with what was bought on it. */
export async function putAway(trip: Finished): Promise<boolean> {
  return (await putBack(trip, [])) && archiveList(trip.listId)
}

async function putBack({ listId, products }: Finished, more: ProductChange[]): Promise<boolean> {
  const adds = products.map((value): ProductChange => ({ op: 'add', rowId: newId(), value }))
  if (!(await write([{ listId, changes: [...more, ...adds] }]))) return false
  forgetFinished()
  return true
}
