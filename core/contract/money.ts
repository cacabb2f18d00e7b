import { Type } from 'typebox'
import { units } from '../product/entities.ts'
import { call, Currency } from './schemas.ts'
import { closed, Enum, Time } from './wire.ts'

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'a day, both included' })

/** What sums of spending are made by. */
export const spendingKeys = ['month', 'shop', 'category', 'list'] as const

const Price = Type.Object({
  productName: Type.String(),
  shop_name: Type.String({ description: 'empty if it is not known' }),
  price: Type.Number({ description: 'for one kg, l, m or piece' }),
  currency: Currency,
  unit: Enum(units),
  date: Time,
})

const Spent = Type.Object({
  key: Type.String({
    description: 'a month as 2026-11, a shop, a category, or the id of a list; empty for all deleted lists',
  }),
  name: Type.Optional(Type.String({ description: 'of a list; empty for all deleted lists' })),
  currency: Type.String({ description: 'ISO 4217' }),
  sum: Type.Number({ description: 'exact, rounded once, half up' }),
  count: Type.Integer({ description: 'of the purchases in it' }),
})

export const moneyCalls = {
  /**
   * The known prices in lists that the caller may edit: at most 50 of a product, the newest ones, and at most 2 000
   * products. `date` is when the product was ticked, else when the price was set. An answer without items is the last
   * one: its cursor is for later, when it brings what is new since, and maybe something twice.
   */
  prices: call({
    method: 'GET',
    path: '/api/v3/prices',
    session: true,
    who: 'self',
    query: Type.Object(
      { since: Type.Optional(Type.String({ description: 'the cursor of the answer before' })) },
      closed,
    ),
    status: 200,
    answer: Type.Object({ cursor: Type.String(), items: Type.Array(Price) }),
  }),
  /**
   * What was ticked with a price in lists that the caller may edit, or could when they were deleted, by the day of the
   * tick in the given time zone, in the last 25 months. There is one sum for each key and currency.
   */
  spending: call({
    method: 'GET',
    path: '/api/v3/spending',
    session: true,
    who: 'self',
    query: Type.Object(
      {
        from: Type.Optional(Day),
        to: Type.Optional(Day),
        by: Enum(spendingKeys),
        tz: Type.Optional(Type.String({ description: 'a name as Europe/Warsaw; UTC if it is left out' })),
      },
      closed,
    ),
    status: 200,
    answer: Type.Array(Spent),
  }),
} as const
