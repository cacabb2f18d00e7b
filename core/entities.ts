import type { Static } from 'typebox'
import type * as schemas from './schemas.ts'

/** What everybody calls the things of this product. The shapes stand once, as schemas, in api.ts. */
export type List = Static<typeof schemas.List>
export type Product = Static<typeof schemas.Product>
/** A product as the sync call sends it: with the version of each field, and tombstones. */
export type Row = Static<typeof schemas.Row>
export type Profile = Static<typeof schemas.Profile>
export type Member = Static<typeof schemas.Member>
export type Unit = (typeof units)[number]
export type Permission = (typeof permissions)[number]
export type ListStatus = (typeof listStatuses)[number]
export type Language = (typeof languages)[number]
export type Difficulty = (typeof difficulties)[number]
export type Template = Static<typeof schemas.Template>
/** The fields of a product that a person may write, named as on the wire. */
export type Field = (typeof fields)[number]

export const units = ['pcs', 'l', 'dag', 'kg', 'ml', 'm', 'g', 'cm'] as const
export const permissions = ['edit', 'shopping', 'view'] as const
export const listStatuses = ['aktywna', 'archiwum'] as const
export const languages = ['en', 'pl'] as const
export const difficulties = ['easy', 'medium', 'hard'] as const
export const templateTypes = ['predefined', 'user', 'public'] as const
export const fields = [
  'productName',
  'quantity',
  'unit',
  'price',
  'productStatus',
  'category',
  'shop',
  'position',
] as const

export const limits = {
  /** characters of productName, listName and templateName, at least 1 */
  name: 200,
  /** characters of category, shop, name, surname and city, may be empty */
  label: 100,
  email: 254,
  passwordMin: 8,
  passwordMax: 128,
  productsInList: 5_000,
  /** living products in all lists that a person owns, whoever added them; the same for those of templates */
  productsOfUser: 100_000,
  productsUntilActivated: 5_000,
  /** deleted products that a list remembers, for devices that come back; the oldest go at night, and all after 90 days */
  deletedInList: 20_000,
  listsOfUser: 1_000,
  templatesOfUser: 1_000,
  categoriesOfUser: 200,
  keywordsOfCategory: 100,
  barcodesOfUser: 20_000,
  /** characters of a template's description */
  description: 1_000,
  /** entries that a suggestion call answers */
  suggestions: 50,
  /** złoty */
  price: 999_999.99,
  quantityMin: 0.01,
  quantityMax: 99_999,
  position: 128,
  /** bodies, unpacked: of a form with a few texts, of accounts and sessions, and of long lists of ids or words */
  bodyBytes: 64 << 10,
  smallBodyBytes: 8 << 10,
  largeBodyBytes: 512 << 10,
  /** one sync call, sizes before compression */
  batchOps: 1_000,
  batchBytes: 256 << 10,
  answerRows: 2_000,
} as const

/** What a product gets when its writer said nothing else; a price nobody typed is `priceUnknown`. */
export const productDefaults = {
  quantity: 1,
  unit: 'pcs',
  price: 0.01,
  productStatus: false,
} as const

/** The newest form of the sync call; the server takes this one and the one before it. */
export const syncVersion = 1
