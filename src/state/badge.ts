import { can, roleOf } from '../../core/product/permissions.ts'
import { useDevice } from './session/device.ts'
import { type ListCard, useOverview } from './lists/overview.ts'

/** Products still to buy, over all active lists that this person shops from. */
export function unboughtCount(lists: readonly ListCard[]): number {
  return lists
    .filter((list) => list.listStatus === 'aktywna' && can(roleOf(list), 'tick'))
    .reduce((sum, { productCount, checkedCount }) => sum + productCount - checkedCount, 0)
}

/** Keeps the number on the icon of the installed app; it goes when nobody is signed in. */
export function watchBadge(): void {
  if (!('setAppBadge' in navigator)) return
  let shown = -1
  useOverview.subscribe(({ lists }) => {
    // Not read yet is not the same as nothing to buy.
    if (!lists && useDevice.getState().device) return
    const count = lists ? unboughtCount(lists) : 0
    if (count === shown) return
    shown = count
    // Refused where the app is not installed: there is no icon then.
    void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
  })
}
