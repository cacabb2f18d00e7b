/** An account's settings for one list. */
export interface ListSetting {
  pinned: boolean
  /** epoch ms; 0: never */
  usedAt: number
}

/** Settings of one value each. Where one is left out, the account has the usual value, and a change leaves it alone. */
export interface SingleSettings {
  /** the others are not told when this account shops */
  quietTrips?: boolean | undefined
  /** of its new lists and of its budget; usually PLN */
  currency?: string | undefined
  /** what the account wants to spend in a month; 0 is none, the usual one */
  budget?: number | undefined
}

/** An account's own settings, the same on all its devices. */
export interface Settings extends SingleSettings {
  lists: ReadonlyMap<string, ListSetting>
  /** the order of the aisles by shop; '' stands for all shops without an order of their own */
  shops: ReadonlyMap<string, readonly string[]>
  /** by product name, every how many days it is bought; 0: never due */
  products: ReadonlyMap<string, number>
}

/** Changes made on this device that the server does not have yet; null erases what was set. */
export interface SettingsChange extends SingleSettings {
  lists: ReadonlyMap<string, Partial<ListSetting>>
  shops: ReadonlyMap<string, readonly string[] | null>
  products: ReadonlyMap<string, number | null>
}

export const noSettings: Settings = { lists: new Map(), shops: new Map(), products: new Map() }
export const noChange: SettingsChange = { lists: new Map(), shops: new Map(), products: new Map() }

const unset: ListSetting = { pinned: false, usedAt: 0 }

export function listSetting({ lists }: Pick<Settings, 'lists'>, id: string): ListSetting {
  return lists.get(id) ?? unset
}

export function isEmpty({ lists, shops, products, ...rest }: SettingsChange): boolean {
  return lists.size + shops.size + products.size === 0 && !hasSingles(rest)
}

/** Returns whether the change sets anything of one value. */
export function hasSingles(change: SingleSettings): boolean {
  return Object.keys(singlesOf(change)).length > 0
}

/** Returns only the settings of one value, and of these only those that are given. */
export function singlesOf({ quietTrips, currency, budget }: SingleSettings) {
  return {
    ...(quietTrips !== undefined && { quietTrips }),
    ...(currency !== undefined && { currency }),
    ...(budget !== undefined && { budget }),
  }
}

/** Returns the settings with a change applied as the server applies it: the later of two times of use is kept. */
export function changed(settings: Settings, change: SettingsChange): Settings {
  const lists = new Map(settings.lists)
  for (const [id, { pinned, usedAt = 0 }] of change.lists) {
    const before = listSetting(settings, id)
    lists.set(id, { pinned: pinned ?? before.pinned, usedAt: Math.max(before.usedAt, usedAt) })
  }
  const shops = withChange(settings.shops, change.shops)
  return {
    lists,
    shops,
    products: withChange(settings.products, change.products),
    ...singlesOf(settings),
    ...singlesOf(change),
  }
}

function withChange<T>(before: ReadonlyMap<string, T>, change: ReadonlyMap<string, T | null>) {
  const after = new Map(before)
  for (const [key, value] of change)
    if (value === null) after.delete(key)
    else after.set(key, value)
  return after
}

/** Returns both changes as one; if both set the same thing, the later one wins. */
export function joined(change: SettingsChange, later: SettingsChange): SettingsChange {
  const lists = new Map(change.lists)
  for (const [id, setting] of later.lists) lists.set(id, { ...lists.get(id), ...setting })
  return {
    lists,
    shops: new Map([...change.shops, ...later.shops]),
    products: new Map([...change.products, ...later.products]),
    ...singlesOf(change),
    ...singlesOf(later),
  }
}

/**
 * Returns the part of `change` that must still be sent after `sent` has arrived: everything set differently meanwhile.
 */
export function without(change: SettingsChange, sent: SettingsChange): SettingsChange {
  const lists = new Map<string, Partial<ListSetting>>()
  for (const [id, { pinned, usedAt }] of change.lists) {
    const arrived = sent.lists.get(id)
    const later = {
      ...(pinned !== undefined && pinned !== arrived?.pinned && { pinned }),
      ...(usedAt !== undefined && usedAt !== arrived?.usedAt && { usedAt }),
    }
    if (Object.keys(later).length > 0) lists.set(id, later)
  }
  return {
    lists,
    shops: rest(change.shops, sent.shops),
    products: rest(change.products, sent.products),
    quietTrips: change.quietTrips === sent.quietTrips ? undefined : change.quietTrips,
    currency: change.currency === sent.currency ? undefined : change.currency,
    budget: change.budget === sent.budget ? undefined : change.budget,
  }
}

function rest<T>(change: ReadonlyMap<string, T>, sent: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  const left = new Map(change)
  for (const [key, value] of sent)
    if (JSON.stringify(left.get(key)) === JSON.stringify(value)) left.delete(key)
  return left
}

const listsAtOnce = 200
const productsAtOnce = 20

/** Returns a part of the change that fits into one call; the longest order of a shop takes half of a call. */
export function firstPart({ lists, shops, products, ...rest }: SettingsChange): SettingsChange {
  return {
    ...singlesOf(rest),
    lists: new Map([...lists].slice(0, listsAtOnce)),
    shops: new Map([...shops].slice(0, 1)),
    products: new Map([...products].slice(0, productsAtOnce)),
  }
}
