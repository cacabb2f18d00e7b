import { Type } from 'typebox'
import { languages, limits, units } from '../product/entities.ts'
import { call, Currency } from './schemas.ts'
import { Closed, closed, Enum, Id, IdOnly, Objects, Optional, OptionalText, Time } from './wire.ts'

const Query = Closed({ query: Type.Optional(Type.String()) })
const Icon = Type.Union([Type.String(), Type.Null()])
const CategoryFields = Closed({
  category_name: Type.String(),
  icon: OptionalText('one of the built-in names'),
  keywords: Type.Array(Type.String(), { maxItems: 100 }),
})
const OtherKeywords = Optional(
  Type.Array(Type.String()),
  'those of the other languages, which stand for whole words',
)
const Code = Type.Object({ code: Type.String() })
const Barcode = Type.Object({
  code: Type.String({ description: 'EAN-8 or EAN-13; UPC codes as the EAN-13 that they are' }),
  productName: Type.String(),
  unit: Enum(units),
  category: Type.String(),
  price: Type.Optional(Type.Number({ description: 'only where the caller gave one' })),
  currency: Currency,
})

export const suggestionsCalls = {
  categories: call({
    path: '/api/v3/categories',
    scope: 'read',
    who: 'self',
    guest: true,
    query: Query,
    answer: Objects({
      id: Type.Union([Type.String(), Type.Null()]),
      category_name: Type.String(),
      icon: Icon,
    }),
  }),
  shops: call({
    path: '/api/v3/shop',
    scope: 'read',
    who: 'self',
    query: Query,
    answer: Objects({ shop_name: Type.String() }),
  }),
  products: call({
    path: '/api/v3/products',
    scope: 'read',
    who: 'self',
    query: Query,
    answer: Objects({
      productName: Type.String(),
      unit: Enum(units),
      price: Type.Optional(Type.Number({ description: 'for one unit; left out when it is not known' })),
      currency: Currency,
      category_name: Type.String(),
      shop_name: Type.String(),
      times: Optional(
        Type.Integer(),
        'on how many days of the last 400 it was bought from the lists that the caller may edit, by whomever; this and what follows only without a query',
      ),
      lastAt: Type.Optional(Time),
      days: Optional(
        Type.Array(Type.Integer()),
        'the last days it was bought, in days since 1970-01-01 (UTC), at most 8',
      ),
      amount: Optional(
        Type.Object({ quantity: Type.Number(), unit: Enum(units) }),
        'how much was bought the last time',
      ),
    }),
  }),
  priceHistory: call({
    path: '/api/v3/products/history/:productName',
    scope: 'read',
    who: 'self',
    params: Type.Object({ productName: Type.String() }),
    answer: Objects({
      date: Time,
      price: Type.Number({ description: 'for one kg, l, m or piece' }),
      currency: Currency,
      unit: Enum(units),
      quantity: Type.Number(),
      shop_name: Type.String(),
      listName: Type.String(),
    }),
  }),
  categoryKeywords: call({
    path: '/api/v3/category-keywords',
    scope: 'read',
    who: 'self',
    answer: Objects({
      id: Id,
      category_name: Type.String(),
      icon: Icon,
      keywords: Type.Array(Type.String()),
      otherKeywords: OtherKeywords,
      own: Type.Boolean({ description: 'false: built in' }),
    }),
  }),
  catalogue: call({
    path: '/api/v3/catalogue',
    session: false,
    scope: 'read',
    tagged: 'private, no-cache',
    query: Closed({ language: Type.Optional(Enum(languages)) }),
    answer: Type.Object({
      products: Objects({ productName: Type.String(), unit: Enum(units), category_name: Type.String() }),
      categories: Objects({
        id: Id,
        category_name: Type.String(),
        icon: Icon,
        keywords: Type.Array(Type.String()),
        otherKeywords: OtherKeywords,
      }),
    }),
  }),
  createCategory: call({
    method: 'POST',
    path: '/api/v3/category-keywords',
    scope: 'edit',
    who: 'self',
    refuses: ['limitReached'],
    bodyBytes: limits.largeBodyBytes,
    body: CategoryFields,
    status: 201,
    answer: IdOnly,
  }),
  updateCategory: call({
    method: 'PUT',
    path: '/api/v3/category-keywords/:id',
    scope: 'edit',
    who: 'own',
    bodyBytes: limits.largeBodyBytes,
    body: Type.Partial(CategoryFields, { ...closed, minProperties: 1 }),
    answer: IdOnly,
  }),
  deleteCategory: call({
    method: 'DELETE',
    path: '/api/v3/category-keywords/:id',
    scope: 'edit',
    who: 'own',
  }),
  barcode: call({
    path: '/api/v3/barcodes/:code',
    scope: 'read',
    who: 'circle',
    refuses: ['invalidRequest'],
    params: Code,
    answer: Barcode,
  }),
  nameBarcode: call({
    method: 'PUT',
    path: '/api/v3/barcodes/:code',
    scope: 'edit',
    who: 'self',
    refuses: ['limitReached'],
    params: Code,
    body: Closed({
      productName: Type.String(),
      unit: Type.Optional(Enum(units)),
      category: Type.Optional(Type.String()),
      price: Type.Optional(Type.Number()),
      currency: Currency,
    }),
    answer: Barcode,
  }),
} as const
