import { msg, plural } from '@lingui/core/macro'
import type { ProductValue } from '../../../core/product/table.ts'
import { dueProducts } from '../../../core/text/due.ts'
import type { Searchable } from '../../../core/text/suggest.ts'
import { usuals } from '../../../core/text/usuals.ts'
import { buyAgain, meetingNow } from '../state/already-there.ts'
import { announce, showAdded } from '../state/ui.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { addProduct, addProducts } from '../state/products.ts'
import { nameKey, type ProductSuggestion } from '../../sync/suggestions.ts'
import { undo } from '../../sync/undo.ts'
import { notify } from '../../ui/notices.ts'
import { remember } from '../state/suggested-fields.ts'

/** What a tile or chip adds with one press. */
export interface Offer extends Pick<ProductSuggestion, 'productName' | 'unit' | 'category_name' | 'amount'> {
  /** it is time to buy it again */
  due?: boolean
}

const mostOffers = 12

/** Returns the keys of the products that a person hid for good: those that are never due. */
export function hiddenIn(set: ReadonlyMap<string, number>): Set<string> {
  return new Set([...set].filter(([, days]) => days === 0).map(([name]) => nameKey(name)))
}

/**
 * Returns what is due, then what the household often buys, without what is in `onList`. `set`: every how many days a
 * product is bought, by name, as set by hand. `now`: epoch ms.
 */
export function offersFor(
  products: readonly Searchable<ProductSuggestion>[],
  set: ReadonlyMap<string, number>,
  onList: ReadonlySet<string>,
  now: number,
): Offer[] {
  const intervals = new Map([...set].map(([name, days]) => [nameKey(name), days]))
  const due = dueProducts(products, intervals, onList, now).slice(0, mostOffers)
  const taken = new Set([...onList, ...hiddenIn(set), ...due.map(({ productName }) => nameKey(productName))])
  const often = usuals(products, taken, now, mostOffers - due.length)
  return [...due.map((product) => ({ ...product, due: true })), ...often]
}

/** Products that are being stored. The user may press a second time before a product is on the list. */
const storing = new Set<string>()

async function whileStoring<T>(
  values: readonly { productName: string }[],
  store: () => Promise<T>,
): Promise<T> {
  const keys = values.map(({ productName }) => nameKey(productName))
  for (const key of keys) storing.add(key)
  const done = await store()
  for (const key of keys) storing.delete(key)
  return done
}

const isStoring = ({ productName }: Offer) => storing.has(nameKey(productName))

function valueOf({
  productName,
  unit,
  category_name: category,
  amount = { quantity: 1, unit },
}: Offer): Partial<ProductValue> & Pick<Offer, 'productName'> {
  return { productName, ...amount, ...(category !== '' && { category }) }
}

/**
 * Adds a product with one press. If the list has it as bought, it is unticked instead; one that is still to buy is
 * shown. `scrolls`: the page scrolls to the added product.
 */
export async function addOffer(offer: Offer, scrolls = true): Promise<void> {
  if (isStoring(offer)) return
  const value = valueOf(offer)
  const there = meetingNow()(value)
  if (there && 'ask' in there) return showAdded(useOpenList.getState().listId ?? '', [there.ask.there.id])
  const { productName } = value
  const done = await whileStoring([value], async () =>
    there ? buyAgain(there.untick, { productName }) : (await addProduct(value, scrolls)).ok,
  )
  if (!done) return
  remember([value])
  // The notice of an unticked product announces itself.
  const added = productName
  if (!there) announce(msg`Added: ${added}`)
}

/** Adds products that are not on the list in one step, with one Undo. */
export async function addOffers(offers: readonly Offer[], scrolls = true): Promise<void> {
  const values = offers.filter((offer) => !isStoring(offer)).map(valueOf)
  if (values.length === 0) return
  const done = await whileStoring(values, () => addProducts(values, undefined, scrolls))
  if (!done) return
  remember(values)
  const added = done.count
  notify(
    'none',
    msg`${plural(added, { one: '# product added', other: '# products added' })}`,
    undo(done.undo),
  )
}
