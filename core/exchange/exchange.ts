/** What goes into a file and comes out of one. The server and the page read and write the same. */
import { isCurrency } from '../product/currency.ts'
import { type Difficulty, difficulties, type ListStatus, limits, listStatuses } from '../product/entities.ts'
import { parseField } from '../product/fields.ts'
import { type ProductValue } from '../product/table.ts'
import { cutToLimit } from '../text/cut.ts'
import { composed } from '../text/normalise.ts'

export interface ExchangedList {
  /** its id in the file of an account */
  id?: string | undefined
  listName: string
  /** when it was made, ISO 8601; left out if the file does not say */
  date?: string | undefined
  listStatus?: ListStatus | undefined
  currency?: string | undefined
  /** in their order, without positions */
  products: ExchangedProduct[]
}

export interface ExchangedProduct {
  value: ProductValue
  /** epoch ms of the tick of a bought product; left out if it is not known: then it counts as no purchase */
  boughtAt?: number | undefined
}

export interface ExchangedTemplate {
  templateName: string
  description?: string | undefined
  difficulty?: Difficulty | undefined
  image?: string | undefined
  currency?: string | undefined
  portions?: number | undefined
  source?: string | undefined
  products: ProductValue[]
}

export interface ExchangedCategory {
  category_name: string
  icon?: string | undefined
  keywords: string[]
}

/** What a file holds. */
export interface Exchanged {
  lists: ExchangedList[]
  templates: ExchangedTemplate[]
  categories: ExchangedCategory[]
  /** the file of a whole account as it was read: the server also takes its barcodes, purchases and settings */
  account?: Record<string, unknown>
  /** how many values could not be taken over, such as a price in words or the end of a name that is too long */
  lost: number
}

export const formats = ['text', 'md', 'csv', 'json', 'ics'] as const
export type Format = (typeof formats)[number]

/** How files of a format are called. */
export const fileTypes: Record<Format, { ending: string; type: string }> = {
  text: { ending: 'txt', type: 'text/plain' },
  md: { ending: 'md', type: 'text/markdown' },
  csv: { ending: 'csv', type: 'text/csv' },
  json: { ending: 'json', type: 'application/json' },
  ics: { ending: 'ics', type: 'text/calendar' },
}

/** Why a file cannot be read. */
export type Unreadable = 'unknownFormat' | 'nothingInFile' | 'fileTooLarge' | 'productsMissing'

/** Thrown where a file cannot be read. */
export class NotReadable extends Error {
  readonly why: Unreadable
  constructor(why: Unreadable) {
    super(why)
    this.why = why
  }
}

/** The most rows that are read of a file: as many as an account may have products. */
export const mostRows = limits.productsOfUser

/** Collects what a file holds, and counts what cannot be taken over. */
export class Collector {
  readonly found: Exchanged = { lists: [], templates: [], categories: [], lost: 0 }

  /** Returns a text as it can be stored, cut to its limit; '' if it is none. */
  text(input: unknown, most: number): string {
    if (typeof input !== 'string' && typeof input !== 'number') return ''
    const given = String(input)
      .replace(/[\p{Cs}]/gu, '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
    const whole = composed(given, most)
    if (whole !== null) return whole
    this.found.lost++
    return cutToLimit(composed(given.slice(0, 2 * most), 2 * most) ?? given, most).trim()
  }

  /** Returns the values that fields can have. A value that none can have is left out. */
  values(given: Partial<Record<keyof ProductValue, unknown>>): Partial<ProductValue> {
    const values = Object.entries(given).flatMap(([field, value]) => {
      if (value === undefined || value === '') return []
      const parsed = parseField(field as keyof ProductValue, value)
      if (!parsed.ok) this.found.lost++
      return parsed.ok && parsed.value !== null ? [[field, parsed.value] as const] : []
    })
    return Object.fromEntries(values)
  }

  addList({ listName, ...list }: Omit<ExchangedList, 'listName'> & { listName: unknown }): void {
    const products = list.products.slice(0, limits.productsInList)
    this.found.lost += list.products.length - products.length
    this.found.lists.push({
      ...(typeof list.id === 'string' && { id: list.id }),
      listName: this.text(listName, limits.name),
      ...(isDate(list.date) && { date: new Date(list.date).toISOString() }),
      ...(listStatuses.includes(list.listStatus as ListStatus) && { listStatus: list.listStatus }),
      ...(isCurrency(list.currency) && { currency: list.currency }),
      products,
    })
  }

  addTemplate(
    { templateName, description, difficulty, image, currency, portions, source }: Record<string, unknown>,
    products: ProductValue[],
  ): void {
    const name = this.text(templateName, limits.name)
    if (name === '') return
    this.found.templates.push({
      templateName: name,
      description: this.text(description, limits.description),
      ...(difficulties.includes(difficulty as Difficulty) && { difficulty: difficulty as Difficulty }),
      ...(typeof image === 'string' && image !== '' && { image }),
      ...(isCurrency(currency) && { currency }),
      ...(isPortions(portions) && { portions }),
      ...(typeof source === 'string' && /^https?:\/\/[^\s/]+\S*$/iu.test(source) && { source }),
      products,
    })
  }
}

function isDate(text: unknown): text is string {
  return typeof text === 'string' && !Number.isNaN(Date.parse(text)) && Date.parse(text) >= 0
}

function isPortions(count: unknown): count is number {
  return typeof count === 'number' && Number.isInteger(count) && count > 0 && count <= limits.portions
}
