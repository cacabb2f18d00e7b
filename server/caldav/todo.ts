import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { Collector, type ExchangedProduct } from '../../core/exchange/exchange.ts'
import { parsed, readTodo, saidIn, summaryOf, tagsOf, todoOf } from '../../core/exchange/ics.ts'
import { exchangedProduct } from '../../core/exchange/json.ts'
import type { Language } from '../../core/product/entities.ts'
import { isImplied } from '../../core/product/fields.ts'
import { orderOf } from '../../core/product/position.ts'
import { type Field, fields, initialValues, type ProductValue } from '../../core/product/table.ts'
import { withTicks } from '../lists/store/list-queries.ts'
import type { StoredProduct } from '../lists/store/product-rows.ts'

export interface Reader {
  language: Language
  currency: string
}

/** What an entity tag has marks of, in this order. */
const marked = [
  'summary',
  'order',
  'source',
  ...fields.filter((field): field is Exclude<Field, 'position'> => field !== 'position'),
] as const
const markLength = 4
const etagPattern = new RegExp(`"(\\d+)-([\\w-]{${marked.length * markLength}})"`, 'u')

function markOf(value: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(value ?? null))
  return digest.digest('base64url').slice(0, markLength)
}

function comparable(field: Field, value: ProductValue[Field]): unknown {
  return value === '' || isImplied(field, value) ? null : value
}

/** A product as calendar programs see it. What takes time is made when it is asked for. */
export class Resource {
  readonly held: StoredProduct
  /** the last part of its address, and its UID */
  readonly name: string
  readonly uid: string
  /** a calendar with what programs wrote that a product has no field for; '' if there is nothing */
  readonly source: string
  readonly #reader: Reader

  constructor(
    held: StoredProduct,
    stored: { name: string; uid: string; source: string } | undefined,
    reader: Reader,
  ) {
    this.held = held
    this.name = stored?.name ?? `${held.id}.ics`
    this.uid = stored?.uid ?? held.id
    this.source = stored?.source ?? ''
    this.#reader = reader
  }

  get product(): ExchangedProduct {
    return exchangedProduct(withTicks(this.held, null))
  }

  // Decision 162: an entity tag holds marks of all fields.
  /** The version, and a short mark of each field: what comes back with them shows what its sender has changed. */
  get etag(): string {
    const { value } = this.product
    const { language, currency } = this.#reader
    const of = (name: (typeof marked)[number]) => {
      if (name === 'summary') return summaryOf(value, language, currency)
      if (name === 'order') return orderOf(this.held.position)
      return name === 'source' ? this.source : comparable(name, value[name])
    }
    return `"${this.held.ver}-${marked.map((name) => markOf(of(name))).join('')}"`
  }

  /** Returns the product as a calendar with one to-do. */
  calendar(): ICAL.Component {
    const { held, product, uid, etag } = this
    const calendar = parsed(this.source) ?? emptyCalendar(uid)
    const todo = todoOf(product, { uid, order: orderOf(held.position), ...this.#reader })
    const changedAt = Math.max(held.createdAt, ...Object.values(held.fieldAt))
    for (const [name, at] of [
      ['dtstamp', changedAt],
      ['created', held.createdAt],
      ['last-modified', changedAt],
    ] as const)
      todo.updatePropertyWithValue(name, ICAL.Time.fromJSDate(new Date(at), true))
    todo.updatePropertyWithValue(baseProperty, etag.slice(1, -1))
    const ours = todo.getAllProperties().filter(({ name }) => name !== 'uid')
    for (const property of ours) mainOf(calendar)?.addProperty(property)
    return calendar
  }
}

const baseProperty = 'x-koszyk-base'
/** The properties that are written anew each time. */
const managed =
  /^(summary|status|percent-complete|completed|description|location|categories|dtstamp|created|last-modified|sequence|x-apple-sort-order|x-koszyk-.*)$/u

/** Returns the to-do itself: a repeated one has more, for single days. */
export function mainOf(calendar: ICAL.Component): ICAL.Component | null {
  return calendar.getAllSubcomponents('vtodo').find((one) => !one.hasProperty('recurrence-id')) ?? null
}

function emptyCalendar(uid: string): ICAL.Component {
  const calendar = new ICAL.Component('vcalendar')
  const todo = new ICAL.Component('vtodo')
  todo.updatePropertyWithValue('uid', uid)
  calendar.addSubcomponent(todo)
  return withHead(calendar)
}

function withHead(calendar: ICAL.Component): ICAL.Component {
  calendar.updatePropertyWithValue('version', '2.0')
  calendar.updatePropertyWithValue('prodid', '-//Koszyk//EN')
  return calendar
}

/** A to-do that a program sends. */
export interface SentTodo {
  uid: string
  /** what is to be kept of it as it is, see `Resource` */
  source: string
  order: number | null
  /** of a new product: its values; null if the to-do has no name or was cancelled */
  value: ProductValue | null
  /** of a product that is there: what its sender has changed; `isMoved`: so was its order */
  changes: Partial<ProductValue>
  isMoved: boolean
}

/**
 * Reads what a program sends of `current`, or of a new product; null if it is no calendar with a to-do. `etag`: the
 * version that the program says it received; `writer`: the program as it is in the stamps of fields.
 */
export function readSent(
  text: string,
  reader: Reader,
  current: Resource | undefined,
  { etag, writer }: { etag: string; writer: string },
): SentTodo | null {
  // Some write a day without saying that it is one.
  const calendar = parsed(text.replace(/^(DUE|DTSTART|COMPLETED):(?=\d{8}\s*$)/gimu, '$1;VALUE=DATE:'))
  const main = calendar?.name === 'vcalendar' ? mainOf(calendar) : null
  const uid = main?.getFirstPropertyValue('uid')
  if (!calendar || !main || typeof uid !== 'string' || uid === '') return null
  const into = new Collector()
  const todo = readTodo(main, into, reader)
  const number = Number(main.getFirstPropertyValue('x-apple-sort-order') ?? Number.NaN)
  const order = Number.isSafeInteger(number) ? number : null
  const base = String(main.getFirstPropertyValue(baseProperty) ?? '')

  // A program that does not keep our properties says with the tag what it received, and the other way round.
  const received = [`"${base}"`, etag, current?.etag ?? ''].map((one) => etagPattern.exec(one)).find(Boolean)
  const [, version = 0, marks = ''] = received ?? []
  const { fieldBy = {}, fieldVer = {} } = current?.held ?? {}
  const isOf = (field: Field) =>
    (fieldBy[field] ?? fieldBy['*']) === writer && (fieldVer[field] ?? fieldVer['*'] ?? 0) > Number(version)
  // A program that has not read again what it sent itself may have changed it back.
  const wasSent = (name: (typeof marked)[number], given: unknown, ...of: Field[]) => {
    const at = marked.indexOf(name) * markLength
    return marks.slice(at, at + markLength) === markOf(given) && !of.some(isOf)
  }
  const isOld = todo.isOwnSummary || wasSent('summary', todo.summary, 'productName', 'quantity', 'unit')
  const said = saidIn(todo, into, !isOld, reader.currency)
  const was: Partial<ProductValue> = current?.product.value ?? {}
  const { tags } = todo
  const category = tags.includes(was.category ?? '')
    ? was.category
    : tags[0] && into.values({ category: tags[0] }).category
  if (category !== undefined) said.category = category
  const isNews = (field: Field) => {
    if (field === 'position') return false
    const given = comparable(field, said[field])
    return field in said && given !== comparable(field, was[field]) && !wasSent(field, given, field)
  }
  const source = sourceOf(calendar, main, category, current?.source ?? '')
  const { productName = '' } = said
  return {
    uid,
    source: current && wasSent('source', source) ? current.source : source,
    order,
    value:
      productName === '' || todo.status === 'cancelled' ? null : { ...initialValues, ...said, productName },
    changes: Object.fromEntries(fields.filter(isNews).map((field) => [field, said[field]])),
    isMoved:
      order !== null &&
      order !== orderOf(current?.held.position ?? '') &&
      !wasSent('order', order, 'position'),
  }
}

/** The most that is kept of a to-do as it is, in characters. */
export const mostSource = 8_192

/**
 * Returns what is to be kept of a calendar, always in the same form; '' if there is nothing. Properties of other programs
 * stay where this one does not send them: many keep only what they know.
 */
function sourceOf(
  calendar: ICAL.Component,
  main: ICAL.Component,
  category: string | undefined,
  before: string,
): string {
  const tags = tagsOf(main).filter((tag) => tag !== category)
  const sent = main.getAllProperties().filter(({ name }) => !managed.test(name))
  const names = new Set(sent.map(({ name }) => name))
  const earlier = parsed(before)
  const others = (earlier && mainOf(earlier)?.getAllProperties()) ?? []
  const kept = others.filter(({ name }) => name.startsWith('x-') && !names.has(name))
  const written = (properties: readonly ICAL.Property[]) => {
    const texts = new Map(properties.map((one) => [one.toICALString(), one]))
    const sorted = [...texts.keys()].toSorted().flatMap((text) => texts.get(text) ?? [])
    calendar.removeAllProperties()
    main.removeAllProperties()
    for (const property of sorted) main.addProperty(property)
    const others = new ICAL.Property('categories')
    others.setValues(tags)
    if (tags.length > 0) main.addProperty(others)
    const isMore =
      main.getAllProperties().length > 1 ||
      main.getAllSubcomponents().length + calendar.getAllSubcomponents().length > 1
    return isMore ? withHead(calendar).toString() : ''
  }
  const whole = written([...sent, ...kept])
  return whole.length > mostSource ? written(sent) : whole
}

/** Returns whether a tag is one that was made here. */
export function isEtag(tag: string): boolean {
  return etagPattern.test(tag)
}
