import { useMemo } from 'react'
import { orderIn, shopIn } from '../../../core/product/aisles.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useAccountSettings } from '../../state/account-settings/store.ts'

/** Returns the order of the aisles in the shop where these products are bought; `chosen`: the shop the user chose. */
export function useAisles(products: readonly ProductView[], chosen: string): readonly string[] {
  const shop = useMemo(() => shopIn(products, chosen), [products, chosen])
  return useAccountSettings(({ settings }) => orderIn(settings.shops, shop))
}

/**
 * Returns the order of the aisles for shopping mode. Rows must not move under the thumb, so an order that is learned or
 * comes from another device takes effect only when the list is opened again. A change of shop and an order set by hand
 * take effect at once.
 */
export function useSteadyAisles(products: readonly ProductView[], chosen: string): readonly string[] {
  const arranged = useAccountSettings((state) => state.arranged)
  const isRead = useAccountSettings((state) => state.isRead)
  return useMemo(
    () => orderIn(useAccountSettings.getState().settings.shops, shopIn(products, chosen)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not at every change of a product
    [chosen, arranged, isRead],
  )
}
