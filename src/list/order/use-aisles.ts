import { useMemo } from 'react'
import { orderIn, shopIn } from '../../../core/product/aisles.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useAccountSettings } from '../../state/account-settings/store.ts'

/** The order of the aisles in the shop that these products are bought in. */
export function useAisles(products: readonly ProductView[], chosen: string): readonly string[] {
  const shop = useMemo(() => shopIn(products, chosen), [products, chosen])
  return useAccountSettings(({ settings }) => orderIn(settings.shops, shop))
}

/**
 * The same for a list in the shop: what is learned or comes from another device waits until the list is left, because
 * rows must not move under the thumb. Only another shop, or an order set by hand, is shown at once.
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
