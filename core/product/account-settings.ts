import type { Body } from '../contract/api.ts'

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
  /** notifications were offered to it, once */
  pushOffered?: boolean | undefined
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
  /** by category, what it wants to spend in a month; in the account's currency */
  budgets: ReadonlyMap<string, number>
}

/** A change as the server takes it. Null erases what was set; the later of two times of use is kept. */
export type SettingsChange = Body<'changeSettings'>

export const noSettings: Settings = {
  lists: new Map(),
  shops: new Map(),
  products: new Map(),
  budgets: new Map(),
}

const unset: ListSetting = { pinned: false, usedAt: 0 }

export function listSetting({ lists }: Pick<Settings, 'lists'>, id: string): ListSetting {
  return lists.get(id) ?? unset
}

/** Returns the settings with a change applied as the server applies it. */
export function changed(
  settings: Settings,
  { lists = [], shops = [], products = [], budgets = [], ...singles }: SettingsChange,
): Settings {
  const ofLists = new Map(settings.lists)
  const ofShops = new Map<string, readonly string[]>(settings.shops)
  const ofProducts = new Map(settings.products)
  const ofCategories = new Map(settings.budgets)
  for (const { id, pinned, usedAt } of lists) {
    const before = listSetting(settings, id)
    const at = typeof usedAt === 'string' ? Date.parse(usedAt) : 0
    ofLists.set(id, { pinned: pinned ?? before.pinned, usedAt: Math.max(before.usedAt, at) })
  }
  for (const { shop, categories } of shops) setOrErase(ofShops, shop, categories)
  for (const { productName, days } of products) setOrErase(ofProducts, productName, days)
  for (const { category, budget } of budgets) setOrErase(ofCategories, category, budget)
  return {
    ...settings,
    ...singles,
    lists: ofLists,
    shops: ofShops,
    products: ofProducts,
    budgets: ofCategories,
  }
}

function setOrErase<T>(map: Map<string, T>, key: string, value: T | null): void {
  if (value === null) map.delete(key)
  else map.set(key, value)
}
