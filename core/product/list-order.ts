import { listSetting, type Settings } from './account-settings.ts'

interface Listed {
  id: string
  /** when it was made, ISO 8601 */
  date: string
}

/**
 * Sorts lists for one person: pinned ones first, then the last used. Making a list counts as using it, so a list that
 * was never opened is sorted by its date.
 */
export function byUse<L extends Listed>(lists: readonly L[], settings: Settings): L[] {
  const placed = lists.map((list) => {
    const { pinned, usedAt } = listSetting(settings, list.id)
    return { list, pinned, at: Math.max(usedAt, Date.parse(list.date) || 0) }
  })
  return placed
    .toSorted(
      (a, b) =>
        Number(b.pinned) - Number(a.pinned) ||
        b.at - a.at ||
        (a.list.id < b.list.id ? 1 : a.list.id > b.list.id ? -1 : 0),
    )
    .map(({ list }) => list)
}

/** Returns the ids of the lists that this person used, the last used first. */
export function lastUsed({ lists }: Settings): string[] {
  return [...lists]
    .filter(([, { usedAt }]) => usedAt > 0)
    .toSorted(([a, { usedAt: x }], [b, { usedAt: y }]) => y - x || (a < b ? 1 : -1))
    .map(([id]) => id)
}

/** ms after its last use during which the app opens with a list */
const recentMs = 12 * 60 * 60_000

/** Returns the id of the last used list if that was in the last 12 hours, else null. `now` in epoch ms. */
export function recentList(settings: Settings, now: number): string | null {
  const [id] = lastUsed(settings)
  if (id === undefined) return null
  // A device whose clock is ahead may have recorded a time in the future.
  return Math.abs(now - listSetting(settings, id).usedAt) <= recentMs ? id : null
}
