import { Type } from 'typebox'
import { limits } from '../product/entities.ts'
import { call } from './schemas.ts'
import { Closed, Id, Objects, Optional, OptionalText, Time } from './wire.ts'

/** An account's own settings. Other members of its lists can neither see nor change them. */
export const Settings = Type.Object({
  lists: Objects({
    id: Id,
    pinned: Type.Optional(Type.Literal(true)),
    usedAt: OptionalText('when this person last opened or changed it'),
  }),
  shops: Objects({
    shop: Type.String({ description: "'' for every shop that has no order of its own" }),
    categories: Type.Array(Type.String(), { description: 'in the order of the aisles' }),
  }),
  products: Objects({
    productName: Type.String(),
    days: Type.Integer({ description: 'it is bought every so many days; 0: never due' }),
  }),
  quietTrips: Type.Optional(Type.Literal(true, { description: 'the others are not told when it shops' })),
  pushOffered: Type.Optional(Type.Literal(true, { description: 'an app has offered notifications' })),
  currency: OptionalText('of new lists and of the budget; a code of ISO 4217, PLN if it is left out'),
  budget: Type.Optional(Type.Number({ description: 'what it wants to spend in a month' })),
  budgets: Optional(
    Objects({ category: Type.String(), budget: Type.Number() }),
    'what it wants to spend in a month on a category, whose name may be in any language',
  ),
})

const ListChange = Closed({
  id: Id,
  pinned: Type.Optional(Type.Boolean()),
  usedAt: Optional(Type.Union([Time, Type.Null()]), 'the later time stays; null forgets it'),
})

const ShopChange = Closed({
  shop: Type.String(),
  // server/account/settings.ts validates each text: with thousands of wrong texts, a schema would report them all.
  categories: Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    maxItems: limits.aislesOfShop,
    description: 'names in the order of the aisles; null forgets the order',
  }),
})

const ProductChange = Closed({
  productName: Type.String(),
  days: Type.Union([Type.Integer({ minimum: 0, maximum: limits.interval }), Type.Null()], {
    description: 'null: as learned from the lists',
  }),
})

const BudgetChange = Closed({
  category: Type.String(),
  budget: Type.Union([Type.Number(), Type.Null()], { description: 'null: none' }),
})

export const settingsCalls = {
  settings: call({
    path: '/api/v3/me/settings',
    who: 'self',
    tagged: 'private, no-cache',
    answer: Settings,
  }),
  /**
   * Accepts only changes; what is not named stays, so that two devices do not undo each other's. Beyond 1 000 lists,
   * 100 shops, 65 536 characters of all their orders, 200 products and 100 budgets, what was used or set longest ago is
   * dropped, pinned lists last.
   */
  changeSettings: call({
    method: 'PUT',
    path: '/api/v3/me/settings',
    who: 'self',
    body: Closed({
      lists: Type.Optional(Type.Array(ListChange, { maxItems: limits.listSettings })),
      shops: Type.Optional(Type.Array(ShopChange, { maxItems: limits.shopSettings })),
      products: Type.Optional(Type.Array(ProductChange, { maxItems: limits.productSettings })),
      quietTrips: Type.Optional(Type.Boolean()),
      pushOffered: Type.Optional(Type.Boolean()),
      currency: Type.Optional(Type.String()),
      budget: Type.Optional(Type.Number({ description: '0: none' })),
      budgets: Type.Optional(Type.Array(BudgetChange, { maxItems: limits.categoryBudgets })),
    }),
  }),
} as const
