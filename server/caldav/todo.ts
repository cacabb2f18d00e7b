import { createHash } from 'node:crypto'
import ICAL from 'ical.js'
import { Collector, type ExchangedProduct } from '../../core/exchange/exchange.ts'
import {
  parsed,
  productOfTodo,
  readTodo,
  summaryOf,
  todoOf,
  understandSummary,
} from '../../core/exchange/ics.ts'
import { exchangedProduct } from '../../core/exchange/json.ts'
import type { Language } from '../../core/product/entities.ts'
import { isImplied } from '../../core/product/fields.ts'
import { orderOf } from '../../core/product/position.ts'
import { type Field, fields, type ProductValue } from '../../core/product/table.ts'
import { withTicks } from '../lists/store/list-queries.ts'
import type { StoredProduct } from '../lists/store/product-rows.ts'

/** A product as calendar programs see it. */
export interface Resource {
  held: StoredProduct
  product: ExchangedProduct
  /** the last part of its address, and its UID */
  name: string
  uid: string
  /** a calendar with what programs wrote that a product has no field for; '' if there is nothing */
  source: string
  etag: string
}

export interface Reader {
  language: Language
  currency: string
}

/** What a to-do has marks of, in this order. */
const marked = ['summary', 'order', ...fields.filter((field) => field !== 'position')] as const
const markLength = 4
const etagPattern = new RegExp(`"(\\d+)-([\\w-]{${marked.length * markLength}})"`, 'u')

function markOf(value: unknown): string {
  const digest = createHash('sha256').update(JSON.stringify(value ?? null))
  return digest.digest('base64url').slice(0, markLength)
}

function comparable(field: Field, value: ProductValue[Field]): unknown {
  return value === '' || isImplied(field, value) ? null : value
}

// Decision 162: an entity tag holds marks of all fields.
/** Returns a short mark of each field. What comes back with them shows what its sender has changed. */
function marksOf(held: StoredProduct, { value }: ExchangedProduct, { language, currency }: Reader): string {
  const of = (name: (typeof marked)[number]) => {
    if (name === 'summary') return summaryOf(value, language, currency)
    return name === 'order' ? orderOf(held.position) : comparable(name, value[name])
  }
  return marked.map((name) => markOf(of(name))).join('')
}

export function resourceOf(
  held: StoredProduct,
  stored: { name: string; uid: string; source: string } | undefined,
  reader: Reader,
): Resource {
  const product = exchangedProduct(withTicks(held, null))
  const { name = `${held.id}.ics`, uid = held.id, source = '' } = stored ?? {}
  return { held, product, name, uid, source, etag: `"${held.ver}-${marksOf(held, product, reader)}"` }
}

const baseProperty = 'x-koszyk-base'
/** The properties that are written anew each time. */
const managed =
  /^(summary|status|percent-complete|completed|description|categories|dtstamp|created|last-modified|sequence|x-apple-sort-order|x-koszyk-.*)$/u
const isManaged = ({ name }: ICAL.Property) => managed.test(name)

/** Returns the to-do itself: a repeated one has more, for single days. */
export function mainOf(calendar: ICAL.Component): ICAL.Component | null {
  return calendar.getAllSubcomponents('vtodo').find((one) => !one.hasProperty('recurrence-id')) ?? null
}

/** Writes a product as a calendar with one to-do. */
export function calendarOf({ held, product, uid, source, etag }: Resource, reader: Reader): string {
  const calendar = parsed(source) ?? emptyCalendar(uid)
  const todo = todoOf(product, { uid, order: orderOf(held.position), ...reader })
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
  return `${calendar.toString()}\r\n`
}

/** A to-do that a program sends. */
export interface SentTodo {
  uid: string
  /** what a product has no field for, as a calendar; '' if there is nothing */
  source: string
  /** what the product becomes; null if the to-do has no name */
  value: ProductValue | null
  order: number | null
  /**
   * Returns the fields that its sender changed since it received the version of `etag`, and its order if that changed.
   * `writer`: the sender as it is in the stamps of fields.
   */
  changes: (
    current: Resource,
    etag: string | null,
    writer: string,
  ) => { values: Partial<ProductValue>; order: number | null }
}

/** Reads what a program sends; null if it is no calendar with a to-do. */
export function readSent(text: string, { language }: Reader): SentTodo | null {
  const calendar = parsed(text)
  const main = calendar?.name === 'vcalendar' ? mainOf(calendar) : null
  const uid = main?.getFirstPropertyValue('uid')
  if (!calendar || !main || typeof uid !== 'string' || uid === '') return null
  const todo = readTodo(main, new Collector(), language)
  const number = Number(main.getFirstPropertyValue('x-apple-sort-order') ?? Number.NaN)
  const order = Number.isSafeInteger(number) ? number : null
  const base = String(main.getFirstPropertyValue(baseProperty) ?? '')
  const value = productOfTodo(main, new Collector(), language)?.value ?? null
  for (const property of main.getAllProperties().filter(isManaged)) main.removeProperty(property)
  const hasMore = main.getAllProperties().some(({ name }) => name !== 'uid')
  const isMore = hasMore || main.getAllSubcomponents().length + calendar.getAllSubcomponents().length > 1
  return {
    uid,
    source: isMore ? withHead(calendar).toString() : '',
    value,
    order,
    changes: (current, etag, writer) => {
      // A program that does not keep our properties says with the tag what it received, and the other way round.
      const received = etagPattern.exec(`"${base}"`) ?? etagPattern.exec(etag ?? current.etag)
      const [, version = 0, marks = ''] = received ?? []
      const { fieldBy, fieldVer } = current.held
      const isOf = (field: Field) =>
        (fieldBy[field] ?? fieldBy['*']) === writer &&
        (fieldVer[field] ?? fieldVer['*'] ?? 0) > Number(version)
      // A program that has not read again what it sent itself may have changed it back.
      const wasSent = (name: (typeof marked)[number], given: unknown, ...of: Field[]) => {
        const at = marked.indexOf(name) * markLength
        return marks.slice(at, at + markLength) === markOf(given) && !of.some(isOf)
      }
      const isSummaryOld =
        todo.isOwnSummary || wasSent('summary', todo.summary, 'productName', 'quantity', 'unit')
      const typed: Partial<ProductValue> = isSummaryOld ? {} : understandSummary(todo.summary)
      const said: Partial<ProductValue> = {
        ...todo.values,
        ...typed,
        note: [typed.note, todo.note].filter(Boolean).join('; '),
        ...(todo.status !== 'cancelled' && { productStatus: todo.status === 'done' }),
      }
      const isNews = (field: Field) => {
        if (!(field in said) || field === 'position') return false
        const given = comparable(field, said[field])
        return given !== comparable(field, current.product.value[field]) && !wasSent(field, given, field)
      }
      const values = fields.filter(isNews).map((field) => [field, said[field]] as const)
      const isMoved =
        order !== null && order !== orderOf(current.held.position) && !wasSent('order', order, 'position')
      return { values: Object.fromEntries(values), order: isMoved ? order : null }
    },
  }
}

/**
 * Returns what is to be kept of what was sent. Properties of other programs stay where this one does not send them: many
 * keep only what they know.
 */
export function sourceOf(sent: SentTodo, current: Resource): string {
  const before = parsed(current.source)
  const others = (before && mainOf(before)?.getAllProperties()) ?? []
  const kept = others.filter(({ name }) => name.startsWith('x-'))
  if (kept.length === 0) return sent.source
  const calendar = parsed(sent.source) ?? emptyCalendar(sent.uid)
  const main = mainOf(calendar)
  for (const property of kept) if (!main?.hasProperty(property.name)) main?.addProperty(property)
  return calendar.toString()
}

function emptyCalendar(uid: string): ICAL.Component {
  const calendar = withHead(new ICAL.Component('vcalendar'))
  const todo = new ICAL.Component('vtodo')
  todo.updatePropertyWithValue('uid', uid)
  calendar.addSubcomponent(todo)
  return calendar
}

function withHead(calendar: ICAL.Component): ICAL.Component {
  calendar.updatePropertyWithValue('version', '2.0')
  calendar.updatePropertyWithValue('prodid', '-//Koszyk//EN')
  return calendar
}

/** Returns whether a tag is one that was made here. */
export function isEtag(tag: string): boolean {
  return etagPattern.test(tag)
}
