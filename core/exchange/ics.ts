import ICAL from 'ical.js'
import { type Language, limits } from '../product/entities.ts'
import { type Field, fields, initialValues, productFields, type ProductValue } from '../product/table.ts'
import { isImplied } from '../product/fields.ts'
import { understand } from '../text/quick-add.ts'
import type { Steps } from '../text/steps.ts'
import { asLine } from './text.ts'
import { type Collector, type ExchangedList, type ExchangedProduct, NotReadable } from './exchange.ts'

/**
 * The fields that have a property of their own in a to-do (RFC 5545, 3.8). Each of the others is in one that begins
 * with `x-koszyk-`; programs that do not know these keep them.
 */
const standard = { note: 'description', category: 'categories', shop: 'location' } as const
const ownFields = fields.filter(
  (field) => !['productName', 'productStatus', 'position', ...Object.keys(standard)].includes(field),
)
const own = (field: Field) => `x-koszyk-${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** Returns a to-do of a product. Its summary is what a person reads: '2 kg potatoes'. */
export function todoOf(
  { value, boughtAt }: ExchangedProduct,
  { uid, order, language, currency }: { uid: string; order: number; language: Language; currency?: string },
): ICAL.Component {
  const todo = new ICAL.Component('vtodo')
  const set = (name: string, text: string | number) => {
    const property = new ICAL.Property(name)
    // Of a property that it does not know, a program may escape these signs once more.
    if (name.startsWith('x-koszyk') && /[,;\\]/u.test(String(text))) property.resetType('text')
    property.setValue(text)
    todo.addProperty(property)
  }
  set('uid', uid)
  set('summary', summaryOf(value, language, currency))
  set('status', value.productStatus ? 'COMPLETED' : 'NEEDS-ACTION')
  if (value.productStatus) set('percent-complete', 100)
  if (boughtAt !== undefined) todo.updatePropertyWithValue('completed', timeOf(boughtAt))
  set('x-apple-sort-order', order)
  if (value.note) set('description', value.note)
  if (value.category) set('categories', value.category)
  if (value.shop) set('location', value.shop)
  set('x-koszyk-name', value.productName)
  for (const field of ownFields)
    if (value[field] !== undefined && value[field] !== '' && !isImplied(field, value[field]))
      set(own(field), String(value[field]))
  return todo
}

/** Returns what a to-do is called: the amount and the name. */
export function summaryOf(
  { productName, quantity, unit }: ProductValue,
  language: Language,
  currency?: string,
): string {
  return asLine({ ...initialValues, productName, quantity, unit }, language, currency)
}

function timeOf(at: number): ICAL.Time {
  return ICAL.Time.fromJSDate(new Date(at), true)
}

/** Writes a list as a calendar of to-dos. `at`: epoch ms. */
export function* listAsIcs(
  { listName, products, currency }: ExchangedList,
  { language, at, uidOf }: { language: Language; at: number; uidOf: (index: number) => string },
): Steps<string> {
  const calendar = new ICAL.Component('vcalendar')
  calendar.updatePropertyWithValue('version', '2.0')
  calendar.updatePropertyWithValue('prodid', '-//Koszyk//EN')
  calendar.updatePropertyWithValue('x-wr-calname', listName)
  if (currency !== undefined) calendar.updatePropertyWithValue('x-koszyk-currency', currency)
  const todos: string[] = []
  for (const [order, product] of products.entries()) {
    const todo = todoOf(product, { uid: uidOf(order), order, language, ...(currency && { currency }) })
    todo.updatePropertyWithValue('dtstamp', timeOf(at))
    todos.push(todo.toString())
    yield
  }
  const end = 'END:VCALENDAR'
  return `${[calendar.toString().slice(0, -end.length - 2), ...todos, end].join('\r\n')}\r\n`
}

/** What a to-do says. */
export interface Todo {
  /** the fields that it has properties for; not the category, the note and the tick */
  values: Partial<ProductValue>
  summary: string
  /** the summary is what `todoOf` makes of the values, so nobody has changed it */
  isOwnSummary: boolean
  description: string
  tags: string[]
  status: 'open' | 'done' | 'cancelled'
  /** epoch ms, 0 if it does not say */
  completedAt: number
}

/** How a to-do is read: the language of its amounts, and the currency of a price without a sign. */
interface Reading {
  language: Language
  currency?: string
}

/** Reads a to-do of any program. */
export function readTodo(todo: ICAL.Component, into: Collector, { language, currency }: Reading): Todo {
  const text = (name: string) => String(todo.getFirstPropertyValue(name) ?? '')
  // Some programs escape what they do not know, and do not say that they did.
  const ofOwn = (name: string) =>
    todo.getFirstProperty(name)?.type === 'text' ? text(name) : text(name).replace(/\\([,;\\])/gu, '$1')
  const summary = text('summary').trim()
  const status = text('status').toUpperCase()
  const completed = todo.getFirstPropertyValue('completed') as unknown
  const at = completed instanceof ICAL.Time ? completed.toJSDate().getTime() : Number.NaN
  const isOpen = status === 'NEEDS-ACTION' || status === 'IN-PROCESS'
  const isDone = status === 'COMPLETED' || (!isOpen && (text('percent-complete') === '100' || at > 0))
  const given = Object.fromEntries(ownFields.map((field) => [field, typed(field, ofOwn(own(field)))]))
  const values = into.values({
    ...given,
    productName: into.text(ofOwn('x-koszyk-name'), limits.name),
    shop: into.text(ofOwn('x-koszyk-shop') || text('location'), limits.label),
  })
  const { productName = '' } = values
  const shown = () => summaryOf({ ...initialValues, ...values, productName }, language, currency)
  return {
    values,
    summary,
    isOwnSummary: productName !== '' && shown() === summary,
    description: text('description'),
    tags: tagsOf(todo),
    status: status === 'CANCELLED' ? 'cancelled' : isDone ? 'done' : 'open',
    completedAt: at > 0 ? at : 0,
  }
}

/**
 * Returns the values that a to-do says: those of its summary, if that was typed, before those of our own properties. An
 * amount that a typed summary does not name is the usual one.
 */
export function saidIn(
  { values, summary, description, status }: Todo,
  into: Collector,
  isTyped: boolean,
  currency?: string,
): Partial<ProductValue> {
  const { quantity, unit } = initialValues
  const { productName = '', ...typed }: Partial<ProductValue> = isTyped
    ? { quantity, unit, ...understand(summary, currency === undefined ? {} : { currency }) }
    : values
  const name = into.text(productName, limits.name)
  const notes = isTyped ? [typed.note, description] : [description]
  return {
    ...values,
    ...typed,
    ...(name && { productName: name }),
    note: into.text(notes.filter((words) => words?.trim()).join('; '), productFields.note.most),
    ...(status !== 'cancelled' && { productStatus: status === 'done' }),
  }
}

/**
 * Reads a to-do of any program: by our own properties, unless the summary was changed since they were written. Returns
 * null if it has no name or was cancelled.
 */
export function productOfTodo(
  component: ICAL.Component,
  into: Collector,
  reading: Reading,
): ExchangedProduct | null {
  const todo = readTodo(component, into, reading)
  const [category = '', ...others] = todo.tags
  const description = [todo.description, others.join(', ')].filter((words) => words.trim()).join('; ')
  const said = saidIn({ ...todo, description }, into, !todo.isOwnSummary, reading.currency)
  if (todo.status === 'cancelled' || !said.productName) return null
  const value = {
    ...initialValues,
    ...said,
    productName: said.productName,
    ...(category && { category: into.text(category, limits.label) }),
  }
  const boughtAt = todo.status === 'done' ? todo.completedAt : 0
  return { value, ...(boughtAt > 0 && { boughtAt }) }
}

/** Returns all categories of a to-do, each once: programs write them into one property or into several. */
export function tagsOf(todo: ICAL.Component): string[] {
  const values = todo.getAllProperties('categories').flatMap((property) => property.getValues() as unknown[])
  return [...new Set(values.map((value) => String(value).trim()).filter((value) => value !== ''))]
}

function typed(field: Field, text: string): string | number | undefined {
  if (text === '') return undefined
  return productFields[field].kind === 'number' ? Number(text) : text
}

/**
 * Reads a calendar. Each to-do is parsed by itself, since a long list takes long: a line that begins with a space goes on
 * with the line before (RFC 5545, 3.1), so no text can look like the end of a to-do.
 */
export function* readIcs(text: string, fileName: string, language: Language, into: Collector): Steps<void> {
  const lines = text.split(/\r?\n/u)
  const todos: { order: number; product: ExchangedProduct }[] = []
  const around: string[] = []
  let todo: string[] | null = null
  for (const line of lines) {
    if (/^BEGIN:VTODO\s*$/iu.test(line)) todo = []
    if (todo) todo.push(line)
    else around.push(line)
    if (!todo || !/^END:VTODO\s*$/iu.test(line)) continue
    const one = parsed(todo.join('\r\n'))
    todo = null
    const product = one && productOfTodo(one, into, { language })
    if (product) todos.push({ order: Number(one.getFirstPropertyValue('x-apple-sort-order') ?? 0), product })
    else into.found.lost++
    yield
  }
  const calendar = parsed(around.join('\r\n'))
  if (!calendar && todos.length === 0) throw new NotReadable('unknownFormat')
  const named = calendar?.getFirstPropertyValue('x-wr-calname') ?? calendar?.getFirstPropertyValue('name')
  const currency = calendar?.getFirstPropertyValue('x-koszyk-currency')
  into.addList({
    listName: named || fileName,
    ...(typeof currency === 'string' && { currency }),
    products: todos.toSorted((a, b) => a.order - b.order).map(({ product }) => product),
  })
}

/** Parses a component; null if it is none. */
export function parsed(text: string): ICAL.Component | null {
  try {
    const [name, ...rest] = ICAL.parse(text) as [string?, ...unknown[]]
    return name === undefined ? null : readable(new ICAL.Component([name, ...rest] as never))
  } catch {
    return null
  }
}

/** Removes the properties that have no readable value: the library throws where one is read. */
function readable(component: ICAL.Component): ICAL.Component {
  for (const property of component.getAllProperties().slice())
    try {
      property.getValues()
      property.toICALString()
    } catch {
      component.removeProperty(property)
    }
  for (const inner of component.getAllSubcomponents()) readable(inner)
  return component
}
