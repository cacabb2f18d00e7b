import { duplicatesOf } from '../../../core/text/duplicates.ts'
import { accountStore } from '../account-store.ts'
import { useDevice } from '../session/device.ts'
import { nameKey } from './suggestions.ts'
import { useOpenList } from './open-list.ts'

interface Duplicates {
  /** id of a duplicate on the open list → id of the first product with that name */
  of: ReadonlyMap<string, string>
  /** duplicates that the user chose to keep on this device */
  kept: ReadonlySet<string>
}

export const useDuplicates = accountStore<Duplicates>(() => ({ of: new Map(), kept: new Set() }))

const mostKept = 2_000

function find(): void {
  const { products } = useOpenList.getState()
  const { kept, of: before } = useDuplicates.getState()
  const found = duplicatesOf(products.values(), nameKey)
  const of = new Map([...found].filter(([id]) => !kept.has(id)))
  const same = of.size === before.size && [...of].every(([id, first]) => before.get(id) === first)
  if (!same) useDuplicates.setState({ of })
}

async function readKept(): Promise<void> {
  const { device } = useDevice.getState()
  const stored = await device?.db.getValue('keptBoth').catch(() => null)
  const ids = Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  useDuplicates.of(device).setState({ kept: new Set(ids) })
  find()
}

/** Keeps both products; this device does not ask about them again. */
export function keepBoth(id: string): void {
  const kept = new Set([...useDuplicates.getState().kept, id].slice(-mostKept))
  useDuplicates.setState({ kept })
  find()
  const { device } = useDevice.getState()
  void device?.db.putValue('keptBoth', [...kept]).catch(() => undefined) // the user is asked again next time
}

type Products = ReturnType<typeof useOpenList.getState>['products']

/** Most changes are to prices, quantities or pending marks, which do not affect duplicate names. */
function sameNames(before: Products, now: Products): boolean {
  if (before.size !== now.size) return false
  for (const [id, product] of now) {
    const then = before.get(id)
    if (then === product) continue
    if (then?.productName !== product.productName || then.productStatus !== product.productStatus)
      return false
  }
  return true
}

export function watchDuplicates(): void {
  useOpenList.subscribe((now, then) => {
    if (now.products !== then.products && !sameNames(then.products, now.products)) find()
  })
  useDevice.subscribe(() => void readKept())
  void readKept()
}
