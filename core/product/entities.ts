export type Unit = (typeof units)[number]
export type PriceFor = (typeof pricesFor)[number]
export type Permission = (typeof permissions)[number]
export type ListStatus = (typeof listStatuses)[number]
export { type Language, languages, usualLanguage } from '../text/language.ts'
export type Registration = (typeof registrations)[number]
export type Difficulty = (typeof difficulties)[number]

export const units = ['pcs', 'l', 'dag', 'kg', 'ml', 'm', 'g', 'cm'] as const
/**
 * What a price is for: one unit; all that is bought; one kg, l or m where the unit is a smaller one, elsewhere one unit.
 */
export const pricesFor = ['unit', 'all', 'base'] as const
export const permissions = ['edit', 'shopping', 'view'] as const
export const listStatuses = ['aktywna', 'archiwum'] as const
/** Who may register without an invitation from the operator. */
export const registrations = ['open', 'invite', 'closed'] as const
export const difficulties = ['easy', 'medium', 'hard'] as const
export const templateTypes = ['predefined', 'user', 'public'] as const

/** What the id of anything looks like. */
export const idPattern = '^[A-Za-z0-9_-]+$'
export const longestId = 64

export const limits = {
  /** characters of productName, listName and templateName, at least 1 */
  name: 200,
  /** characters of category, shop, name, surname and city, may be empty */
  label: 100,
  email: 254,
  passwordMin: 8,
  passwordMax: 128,
  productsInList: 5_000,
  /** products that are not deleted in all lists that a person owns, whoever added them; the same for templates */
  productsOfUser: 100_000,
  productsUntilActivated: 5_000,
  /** tombstones that a list keeps for returning devices; older ones are deleted at night, and all after 90 days */
  deletedInList: 20_000,
  /** how long the history of a list is kept, in ms */
  historyMs: 30 * 86_400_000,
  /** what one person changes without a pause of this length, in ms, and without a change by others, is one go */
  historyPauseMs: 10 * 60_000,
  listsOfUser: 1_000,
  templatesOfUser: 1_000,
  categoriesOfUser: 200,
  keywordsOfCategory: 100,
  barcodesOfUser: 20_000,
  /** personal tokens of an account */
  tokens: 20,
  /** webhooks of an account */
  webhooks: 10,
  /** open invitations to one list: not used, revoked or expired */
  openInvites: 20,
  /** those who share lists with an account: as many are shown, and may get every new list */
  people: 50,
  /** an account's settings: lists that are pinned or were used, shops, and aisles of a shop; the oldest are dropped */
  listSettings: 1_000,
  shopSettings: 100,
  /** products for which an account has set how often they are bought, and the longest interval in days */
  productSettings: 200,
  interval: 366,
  /** categories for which an account has a budget */
  categoryBudgets: 100,
  aislesOfShop: 100,
  /** characters of all orders of aisles that an account keeps */
  aislesOfUser: 65_536,
  /** devices of an account that get notifications, and lists for which one of them has settings of its own */
  pushDevices: 20,
  pushLists: 200,
  /** characters of the address at which a push service takes messages for a device */
  pushEndpoint: 2_000,
  /** ingredients that are read of a recipe, portions that it may be for, and characters of the address it is from */
  ingredients: 200,
  portions: 500,
  recipeSource: 2_000,
  /** characters of a template's description */
  description: 1_000,
  /** entries in the answer of a suggestion call */
  suggestions: 50,
  /** złoty */
  price: 999_999.99,
  quantityMin: 0.01,
  quantityMax: 99_999,
  position: 128,
  /** uncompressed bodies: a form with a few texts; accounts and sessions (small); long lists of ids or words (large) */
  bodyBytes: 64 << 10,
  smallBodyBytes: 8 << 10,
  largeBodyBytes: 512 << 10,
  /** one sync call, sizes before compression */
  batchOps: 1_000,
  batchBytes: 256 << 10,
  answerRows: 2_000,
} as const

/** The versions of the sync call that the server accepts; the app uses the newest. */
export const syncVersions: readonly number[] = [1, 2, 3]
export const syncVersion = 3
