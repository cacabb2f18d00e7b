import { Type } from 'typebox'
import { pricesFor, units } from '../product/entities.ts'
import { written } from './product.ts'
import { call, Currency } from './schemas.ts'
import { Closed, Enum, Id, Optional, OptionalText, Time } from './wire.ts'

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, both included' })

/** What sums of spending are made by. */
export const spendingKeys = ['month', 'shop', 'category', 'list'] as const

const Price = Type.Object({
  productName: Type.String(),
  shop_name: Type.String({ description: 'empty if it is not known' }),
  price: Type.Number({ description: 'for one kg, l, m or piece' }),
  currency: Currency,
  unit: Enum(units),
  priceFor: Optional(Enum(pricesFor), 'what the price was for that was set; left out: for one unit'),
  date: Time,
})

const Spent = Type.Object({
  key: Type.String({
    description: 'a month as 2026-11, a shop, a category, or the id of a list; empty for all deleted lists',
  }),
  name: OptionalText('of a list; empty for all deleted lists'),
  currency: Type.String({ description: 'ISO 4217' }),
  sum: Type.Number({ description: 'exact, rounded once, half up' }),
  count: Type.Integer({ description: 'of the purchases in it' }),
  withoutPrice: Type.Optional(Type.Integer({ description: 'how many more had no price' })),
})

const Purchase = Type.Object({
  list: Id,
  product: Id,
  date: Type.String({
    description: 'when it was ticked, ISO 8601; with the list and the product it is its id',
  }),
  productName: Type.String({ description: 'empty where only the sum was kept' }),
  quantity: Type.Number(),
  unit: Enum(units),
  price: Type.Optional(Type.Number({ description: 'left out if it is not known' })),
  priceFor: Type.Optional(Enum(pricesFor)),
  currency: Currency,
  shop_name: Type.String(),
  category_name: Type.String(),
  tickedBy: OptionalText('a name, where it is known'),
  mine: Type.Optional(Type.Literal(true, { description: 'the caller ticked it' })),
})

const span = {
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  tz: OptionalText('a name as Europe/Warsaw; UTC if it is left out'),
}

const PurchaseParams = Type.Object({
  idList: Id,
  id: Id,
  date: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' }),
})

export const moneyCalls = {
  /**
   * The known prices in lists that the caller may edit: at most 50 of a product, the newest ones, and at most 2 000
   * products. `date` is when the product was ticked, else when the price was set. An answer without items is the last
   * one: its cursor is for later, when it brings what is new since, and maybe something twice.
   */
  prices: call({
    path: '/api/v3/prices',
    scope: 'read',
    who: 'self',
    query: Closed({ since: OptionalText('the cursor of the answer before') }),
    answer: Type.Object({ cursor: Type.String(), items: Type.Array(Price) }),
  }),
  /**
   * What was ticked with a price in lists that the caller may edit, or could when they were deleted, by the day of the
   * tick in the given time zone, in the last 25 months. There is one sum for each key and currency, 0 where nothing had a
   * price.
   */
  spending: call({
    path: '/api/v3/spending',
    scope: 'read',
    who: 'self',
    query: Closed({ ...span, by: Enum(spendingKeys) }),
    answer: Type.Array(Spent),
  }),
  /** The purchases of one of these sums, the newest first, at most 100. Without `by` and `key` all of the days. */
  purchases: call({
    path: '/api/v3/purchases',
    scope: 'read',
    who: 'self',
    query: Closed({
      ...span,
      by: Type.Optional(Enum(spendingKeys)),
      key: OptionalText('of a sum by shop, category or list'),
      currency: Type.Optional(Type.String()),
      before: OptionalText('`next` of the answer before'),
    }),
    answer: Type.Object({
      items: Type.Array(Purchase),
      next: OptionalText('left out: there are no more'),
    }),
  }),
  /**
   * Corrects a purchase. One that a product of the list still shows is changed as that product is; another one only in
   * what was spent. The list may be deleted, if the caller could edit it then.
   */
  editPurchase: call({
    method: 'PUT',
    path: '/api/v3/list/:idList/purchase/:id/:date',
    scope: 'edit',
    who: 'editProducts',
    params: PurchaseParams,
    body: Closed(written(['price', 'priceFor', 'shop']), { minProperties: 1 }),
  }),
  /** Removes a purchase from what was spent. A product of the list that still shows it stays as it is, bought. */
  deletePurchase: call({
    method: 'DELETE',
    path: '/api/v3/list/:idList/purchase/:id/:date',
    scope: 'edit',
    who: 'editProducts',
    params: PurchaseParams,
  }),
} as const
