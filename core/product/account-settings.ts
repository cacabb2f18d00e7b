/** An account's settings for one list. */
export interface ListSetting {
  pinned: boolean
  /** epoch ms; 0: never */
  usedAt: number
}

/** An account's own settings, the same on all its devices. */
export interface Settings {
  lists: ReadonlyMap<string, ListSetting>
  /** the order of the aisles by shop; '' stands for all shops without an order of their own */
  shops: ReadonlyMap<string, readonly string[]>
}

/** Changes made on this device that the server does not have yet; null erases the order of a shop. */
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

/** Returns the settings with a change applied as the server applies it: the later of two times of use is kept. */
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

/** Returns both changes as one; if both set the same thing, the later one wins. */
export function joined(change: SettingsChange, later: SettingsChange): SettingsChange {
  const lists = new Map(change.lists)
  for (const [id, setting] of later.lists) lists.set(id, { ...lists.get(id), ...setting })
  return { lists, shops: new Map([...change.shops, ...later.shops]) }
}

/**
 * Returns the part of `change` that must still be sent after `sent` has arrived: everything set differently meanwhile.
 */
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

/** Returns a part of the change that fits into one call; the longest order of a shop takes half of a call. */
export function firstPart({ lists, shops }: SettingsChange): SettingsChange {
  return { lists: new Map([...lists].slice(0, listsAtOnce)), shops: new Map([...shops].slice(0, 1)) }
}
