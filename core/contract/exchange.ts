import { Type } from 'typebox'
import { fileTypes, formats } from '../exchange/exchange.ts'
import { listStatuses } from '../product/entities.ts'
import { Product } from './product.ts'
import { call, Currency } from './schemas.ts'
import { Closed, Enum, Id, Objects, Optional, OptionalText, Time } from './wire.ts'

const { id: _, position: __, ver: ___, ...fields } = Product.properties

/** The JSON of a list: everything that belongs to its products, in their order. An import takes it. */
const ListFile = Type.Object({
  version: Type.Literal(1),
  exportedAt: Time,
  lists: Objects({
    listName: Type.String(),
    date: Time,
    listStatus: Enum(listStatuses),
    currency: Currency,
    products: Objects({
      ...Type.Partial(Type.Object(fields)).properties,
      productName: Type.String(),
      boughtAt: OptionalText('when it was bought, if that counts as a purchase'),
    }),
  }),
})

const Found = Type.Object(
  {
    lists: Objects({
      listName: Type.String(),
      productCount: Type.Integer(),
      checkedCount: Type.Integer(),
    }),
    templates: Objects({ templateName: Type.String(), productCount: Type.Integer() }),
    categories: Type.Array(Type.String()),
    barcodes: Type.Integer(),
    purchases: Type.Integer({ description: 'what was bought before and is no longer ticked in a list' }),
    lost: Type.Integer({ description: 'values that cannot be taken over, such as a price in words' }),
  },
  { description: 'of a dry run: what the file would make' },
)
const Made = Type.Object({
  lists: Type.Array(Id, { description: 'the new lists, in the order of the file; only the caller has them' }),
})

/** Files that hold lists: what goes out, and what comes in from here or from another app. */
export const exchangeCalls = {
  exportList: call({
    path: '/api/v3/list/:id/export',
    scope: 'read',
    who: 'see',
    guest: true,
    query: Closed({
      format: Optional(
        Enum(formats),
        'json, if it is left out. JSON, CSV and iCalendar keep everything; the others are for people',
      ),
    }),
    alsoContent: formats.flatMap((format) => (format === 'json' ? [] : [fileTypes[format].type])),
    answer: ListFile,
  }),
  /**
   * Makes lists and templates of a file: one of ours, or what KitchenOwl, Google Keep, Grocy, Mealie, Bring!, AnyList, Out
   * of Milk, Listonic, todo.txt and calendars give out, also packed as zip. At most 16 MiB, 1 MiB until the account is
   * activated. Sent again with the same Idempotency-Key it makes nothing twice.
   */
  importFile: call({
    method: 'POST',
    path: '/api/v3/import',
    scope: 'edit',
    who: 'self',
    refuses: ['unknownFormat', 'nothingInFile', 'productsMissing', 'limitReached'],
    rawBody: true,
    query: Closed({
      dryRun: Type.Optional(Enum(['true', 'false', '1', '0', ''] as const)),
      format: Type.Optional(Enum(formats, { description: 'where the content does not tell' })),
      name: OptionalText('of the file; a list without a name of its own is called so'),
    }),
    status: 201,
    also: { status: 200, when: 'dryRun' },
    answer: Type.Union([Made, Found]),
  }),
} as const
