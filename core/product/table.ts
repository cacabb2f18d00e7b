import { limits, type PriceFor, type Unit } from './entities.ts'

/** The properties of one field of a product. */
export interface FieldFacts {
  kind: 'text' | 'number' | 'unit' | 'priceFor' | 'flag' | 'position'
  /** limits: of a text its length in characters, of a number its value */
  least?: number
  most?: number
  /** its name in answers, which may differ from the name in requests */
  shown: string
  /** its column in the database; numbers are stored in hundredths, flags as 0 and 1 */
  column: string
  /** null is a value too: it makes it unknown again */
  clearable?: true
  /** the default in a new product; texts without it are empty */
  initial?: number | boolean | Unit
  /** what it is where it is left out: then it is neither stored on a device nor sent */
  implied?: PriceFor | 0
  needs: 'tick' | 'editProducts'
  /** typed as text on the screens, which show the typed fields in the order of this table */
  typed: boolean
  /** takes a whole line of a form */
  wholeLine: boolean
  /** also a field of templates' products */
  inTemplate: boolean
  /** taken over by a copy of a list */
  copied: boolean
  /** searched when searching in an open list */
  searched: boolean
  /** where it is on a printed list: as a heading, in the product's line, or in small print below the name */
  onPaper: 'heading' | 'line' | 'below' | null
  /** how the second product's value is used when two products are merged, see core/text/duplicates.ts */
  merging: 'dropped' | 'counted' | 'filledIn' | 'joined'
  description?: string
}

// Decision 046: one table of product fields.
/**
 * The one table of product fields. Parsing, schemas, columns, upsert, copies, templates, export, drafts, forms, merging,
 * the simulator and the screens are derived from it. A new field needs a row here, a migration, its texts in
 * src/texts/field-text.ts and change-text.ts, and its column in src/list/rows/columns.ts; the compiler, and the tests
 * named product-field.test, name what is missing.
 */
export const productFields = {
  productName: {
    kind: 'text',
    least: 1,
    most: limits.name,
    shown: 'productName',
    column: 'name',
    needs: 'editProducts',
    typed: true,
    wholeLine: true,
    inTemplate: true,
    copied: true,
    searched: true,
    onPaper: 'line',
    merging: 'dropped',
  },
  note: {
    kind: 'text',
    least: 0,
    most: 200,
    shown: 'note',
    column: 'note',
    needs: 'editProducts',
    typed: true,
    wholeLine: true,
    inTemplate: true,
    copied: true,
    searched: true,
    onPaper: 'below',
    merging: 'joined',
  },
  quantity: {
    kind: 'number',
    least: limits.quantityMin,
    most: limits.quantityMax,
    shown: 'quantity',
    column: 'quantity',
    initial: 1,
    needs: 'editProducts',
    typed: true,
    wholeLine: false,
    inTemplate: true,
    copied: true,
    searched: false,
    onPaper: 'line',
    merging: 'counted',
  },
  unit: {
    kind: 'unit',
    shown: 'unit',
    column: 'unit',
    initial: 'pcs',
    needs: 'editProducts',
    typed: false,
    wholeLine: false,
    inTemplate: true,
    copied: true,
    searched: false,
    onPaper: 'line',
    merging: 'counted',
  },
  price: {
    kind: 'number',
    least: -limits.price,
    most: limits.price,
    clearable: true,
    shown: 'price',
    column: 'price',
    needs: 'editProducts',
    typed: true,
    wholeLine: false,
    inTemplate: true,
    copied: true,
    searched: false,
    onPaper: 'line',
    merging: 'counted',
    description:
      'złoty, less than 0 for a deposit or a voucher; 0.01 while priceUnknown. In a request, null makes it unknown',
  },
  priceFor: {
    kind: 'priceFor',
    shown: 'priceFor',
    column: 'price_for',
    implied: 'unit',
    needs: 'editProducts',
    typed: false,
    wholeLine: false,
    inTemplate: true,
    copied: true,
    searched: false,
    onPaper: null,
    merging: 'counted',
    description:
      'what the price is for: one unit (also where it is left out), all of the product, or base: one kg, l or m where the unit is a smaller one',
  },
  lastPrice: {
    kind: 'number',
    least: -limits.price,
    most: limits.price,
    implied: 0,
    shown: 'lastPrice',
    column: 'last_price',
    needs: 'editProducts',
    typed: false,
    wholeLine: false,
    inTemplate: false,
    copied: true,
    searched: false,
    onPaper: null,
    merging: 'dropped',
    description: 'of a copy: what one kg, l, m or piece cost the last time; it is in no sum',
  },
  lastPriceDay: {
    kind: 'number',
    least: 0,
    most: limits.price,
    implied: 0,
    shown: 'lastPriceDay',
    column: 'last_price_day',
    needs: 'editProducts',
    typed: false,
    wholeLine: false,
    inTemplate: false,
    copied: true,
    searched: false,
    onPaper: null,
    merging: 'dropped',
    description: 'the day of that price, in days since 1970-01-01; 0: it is not known',
  },
  shop: {
    kind: 'text',
    least: 0,
    most: limits.label,
    shown: 'shop_name',
    column: 'shop',
    needs: 'editProducts',
    typed: true,
    wholeLine: false,
    inTemplate: true,
    copied: true,
    searched: true,
    onPaper: null,
    merging: 'filledIn',
  },
  category: {
    kind: 'text',
    least: 0,
    most: limits.label,
    shown: 'category_name',
    column: 'category',
    needs: 'editProducts',
    typed: true,
    wholeLine: true,
    inTemplate: true,
    copied: true,
    searched: true,
    onPaper: 'heading',
    merging: 'filledIn',
  },
  productStatus: {
    kind: 'flag',
    shown: 'productStatus',
    column: 'bought',
    initial: false,
    needs: 'tick',
    typed: false,
    wholeLine: false,
    inTemplate: false,
    copied: false,
    searched: false,
    onPaper: null,
    merging: 'dropped',
    description: 'true means bought',
  },
  position: {
    kind: 'position',
    shown: 'position',
    column: 'position',
    needs: 'editProducts',
    typed: false,
    wholeLine: false,
    inTemplate: false,
    copied: false,
    searched: false,
    onPaper: null,
    merging: 'dropped',
    description: 'fractional index; the order is (position, id)',
  },
} as const satisfies Record<string, FieldFacts>

type Table = typeof productFields
/** The fields of a product that a person may write, under their names in requests. */
export type Field = keyof Table
export const fields = Object.keys(productFields) as Field[]

type Flag = 'typed' | 'inTemplate' | 'copied' | 'searched'
/** The fields for which `K` is true in the table. */
type FieldsThat<K extends Flag> = {
  [F in Field]: Table[F][K] extends true ? F : never
}[Field]

function fieldsThat<K extends Flag>(fact: K): FieldsThat<K>[] {
  return fields.filter((field): field is FieldsThat<K> => productFields[field][fact])
}

export type TypedField = FieldsThat<'typed'>
export const typedFields = fieldsThat('typed')
export type TemplateField = FieldsThat<'inTemplate'>
export const templateFields = fieldsThat('inTemplate')
export type CopiedField = FieldsThat<'copied'>
/** The fields that a copy of a list takes over. The copy is unbought, and added by the copier. */
export const copiedFields = fieldsThat('copied')
export const searchedFields = fieldsThat('searched')
/** The fields whose values are of this kind. */
export type FieldOfKind<K extends FieldFacts['kind']> = {
  [F in Field]: Table[F]['kind'] extends K ? F : never
}[Field]
export const textFields = fields.filter(
  (field): field is FieldOfKind<'text'> => productFields[field].kind === 'text',
)
/** The fields that are printed below a product's name. */
export const fieldsBelowOnPaper = typedFields.filter((field) => productFields[field].onPaper === 'below')
/** The fields of a form, in this order: the typed ones, and the unit, which is chosen. */
export const formFields = fields.filter((field): field is FormField => isTyped(field) || field === 'unit')
export type FormField = TypedField | 'unit'

function isTyped(field: Field): field is TypedField {
  return productFields[field].typed
}

/** How a field's value is written in requests and answers: as a string, unless it is of one of these kinds. */
export type WireKind<F extends Field> = Table[F]['kind'] extends infer K extends
  | 'number'
  | 'unit'
  | 'priceFor'
  | 'flag'
  ? K
  : 'string'

/** The type of each field's value in requests and answers. */
export type ValueOf<F extends Field> = {
  number: number
  unit: Unit
  priceFor: PriceFor
  flag: boolean
  string: string
}[WireKind<F>]

/** The type of a field's value in a request that sets it. */
export type SetValueOf<F extends Field> = ValueOf<F> | (Table[F] extends { clearable: true } ? null : never)

/** The fields that are left out where they have their implied value. */
export type Implied = { [F in Field]: Table[F] extends { implied: unknown } ? F : never }[Field]

/** The fields under their names in answers. */
export type ShownFields<F extends Field = Field> = {
  [K in Exclude<F, Implied> as Table[K]['shown']]: ValueOf<K>
} & { [K in F & Implied as Table[K]['shown']]?: ValueOf<K> | undefined }

/** Returns the value of a field that is left out: '' unless the table says otherwise. */
export function leftOut(field: Field): string | 0 {
  const facts: FieldFacts = productFields[field]
  return facts.implied ?? ''
}

/** The fields as database columns: hundredths for numbers, 0 and 1 for flags. */
export type FieldColumns<F extends Field = Field> = {
  [K in F as Table[K]['column']]: ValueOf<K> extends boolean ? number : ValueOf<K>
}

type Initial = { [F in Field]: Table[F] extends { initial: unknown } ? F : never }[Field]

/**
 * All values of a new product. Without `price` the price is unknown; without `category` it is chosen from the writer's
 * categories; without `position` the product goes to the end.
 */
export type ProductValue = { productName: string } & { [F in Initial]: ValueOf<F> } & {
  [F in Exclude<Field, Initial | 'productName'>]?: ValueOf<F> | undefined
}

/** The default values of a new product. */
export const initialValues = Object.fromEntries(
  fields.flatMap((field) => {
    const facts: FieldFacts = productFields[field]
    return facts.initial === undefined ? [] : [[field, facts.initial]]
  }),
) as { [F in Initial]: ValueOf<F> }

/** The price, in złoty, that answers have for an unknown price, together with `priceUnknown`. */
export const unknownPrice = 0.01
