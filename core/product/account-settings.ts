/** What an account has set for a list. */
export interface ListSetting {
  pinned: boolean
  /** epoch ms; 0: never */
  usedAt: number
}

/** What an account has set for itself, on all its devices. */
export interface Settings {
  lists: ReadonlyMap<string, ListSetting>
  /** the order of the aisles by shop; '' stands for every shop without an order of its own */
  shops: ReadonlyMap<string, readonly string[]>
}

/** What was set here and is not with the server yet; null forgets the order of a shop. */
export interface SettingsChange {
  lists: ReadonlyMap<string, Partial<ListSetting>>
  shops: ReadonlyMap<string, readonly string[] | null>
}

export const noSettings: Settings = { lists: new Map(), shops: new Map() }
export const noChange: SettingsChange = { lists: new Map(), shops: new Map() }

const unset: ListSetting = { pinned: false, usedAt: 0 }

export function listSetting({ lists }: Settings, id: string): ListSetting {
  return lists.get(id) ?? unset
}

export function isEmpty({ lists, shops }: SettingsChange): boolean {
  return lists.size === 0 && shops.size === 0
}

/** The settings with a change applied, as the server applies it: of two times of use the later one stays. */
export function changed(settings: Settings, change: SettingsChange): Settings {
  const lists = new Map(settings.lists)
  for (const [id, { pinned, usedAt = 0 }] of change.lists) {
    const before = listSetting(settings, id)
    lists.set(id, { pinned: pinned ?? before.pinned, usedAt: Math.max(before.usedAt, usedAt) })
  }
  const shops = new Map(settings.shops)
  for (const [shop, categories] of change.shops)
    if (categories === null) shops.delete(shop)
    else shops.set(shop, categories)
  return { lists, shops }
}

/** Both changes as one; the later one wins where they meet. */
export function joined(change: SettingsChange, later: SettingsChange): SettingsChange {
  const lists = new Map(change.lists)
  for (const [id, setting] of later.lists) lists.set(id, { ...lists.get(id), ...setting })
  return { lists, shops: new Map([...change.shops, ...later.shops]) }
}

/** What still has to be sent after `sent` arrived: all that was set otherwise meanwhile. */
export function without(change: SettingsChange, sent: SettingsChange): SettingsChange {
  const lists = new Map<string, Partial<ListSetting>>()
  for (const [id, { pinned, usedAt }] of change.lists) {
    const arrived = sent.lists.get(id)
    const rest = {
      ...(pinned !== undefined && pinned !== arrived?.pinned && { pinned }),
      ...(usedAt !== undefined && usedAt !== arrived?.usedAt && { usedAt }),
    }
    if (Object.keys(rest).length > 0) lists.set(id, rest)
  }
  const shops = new Map(change.shops)
  for (const [shop, order] of sent.shops)
    if (JSON.stringify(shops.get(shop)) === JSON.stringify(order)) shops.delete(shop)
  return { lists, shops }
}

const listsAtOnce = 200

/** A part of the change that one call surely takes; the longest order of a shop fills half of it. */
export function firstPart({ lists, shops }: SettingsChange): SettingsChange {
  return { lists: new Map([...lists].slice(0, listsAtOnce)), shops: new Map([...shops].slice(0, 1)) }
}
