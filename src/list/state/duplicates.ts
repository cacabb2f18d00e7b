import { duplicatesOf } from '../../../core/text/duplicates.ts'
import { useDevice } from '../../sync/device.ts'
import { nameKey } from '../../sync/suggestions.ts'
import { hasSame, useOpenList } from '../../sync/open-list.ts'
import { useListViews } from './view.ts'

const mostKept = 2_000

function find(): void {
  const { products } = useOpenList.getState()
  const { keptBoth, duplicates: before } = useListViews.getState()
  const pairs = duplicatesOf(products.values(), nameKey)
  const duplicates = new Map([...pairs].filter(([id]) => !keptBoth.has(id)))
  const same =
    duplicates.size === before.size && [...duplicates].every(([id, first]) => before.get(id) === first)
  if (!same) useListViews.setState({ duplicates })
}

async function readKept(): Promise<void> {
  const { device } = useDevice.getState()
  const stored = await device?.db.getValue('keptBoth').catch(() => null)
  const ids = Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  useListViews.of(device).setState({ keptBoth: new Set(ids) })
  find()
}

/** Keeps both products; this device does not ask about them again. */
export function keepBoth(id: string): void {
  const keptBoth = new Set([...useListViews.getState().keptBoth, id].slice(-mostKept))
  useListViews.setState({ keptBoth })
  find()
  const { device } = useDevice.getState()
  void device?.db.putValue('keptBoth', [...keptBoth]).catch(() => undefined) // the user is asked again next time
}

export function watchDuplicates(): void {
  useOpenList.subscribe((now, then) => {
    // Most changes are to prices, quantities or pending marks, which do not affect duplicate names.
    const same = hasSame(then.products, now.products, (a, b) => {
      return a.productName === b.productName && a.productStatus === b.productStatus
    })
    if (!same) find()
  })
  useDevice.subscribe(() => void readKept())
  void readKept()
}
