import { can, roleOf } from '../../../core/product/permissions.ts'
import { useDevice } from '../../sync/device.ts'
import { type ListCard, useOverview } from '../../sync/overview.ts'

/** Counts the products still to buy in all active lists on which this user may tick products. */
function unboughtCount(lists: readonly ListCard[]): number {
  return lists
    .filter((list) => list.listStatus === 'aktywna' && can(roleOf(list), 'tick'))
    .reduce((sum, { productCount, checkedCount }) => sum + productCount - checkedCount, 0)
}

/** Updates the badge on the installed app's icon; removes it when nobody is signed in. */
export function watchBadge(): void {
  if (!('setAppBadge' in navigator)) return
  let shown = -1
  useOverview.subscribe(({ lists }) => {
    // The lists are not read yet, so the count is still unknown.
    if (!lists && useDevice.getState().device) return
    const count = lists ? unboughtCount(lists) : 0
    if (count === shown) return
    shown = count
    // Rejects if the app is not installed: there is no icon then.
    void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
  })
}
