import { texts } from '../locales/exchange.ts'
import { type Language, languages } from '../text/language.ts'
import { sameKey } from '../text/normalise.ts'
import { textIn } from '../text/words.ts'

/** Marks the English headings of a column. */
const columnHeading = (english: string) => english

/** The headings of a table of products: first as they are written here, then as other apps and people write them. */
const headings = {
  name: columnHeading('name,product,item,title,text,product name,item name'),
  quantity: columnHeading('quantity,qty,amount,count'),
  unit: columnHeading('unit,units,measure'),
  price: columnHeading('price,cost,unit price'),
  /** what all of it costs, used where there is no price */
  sum: columnHeading('total'),
  priceFor: columnHeading('price for'),
  shop: columnHeading('shop,store,market'),
  category: columnHeading('category,aisle,section,label,group'),
  note: columnHeading('note,notes,comment,description,details,specification'),
  bought: columnHeading('bought,done,checked,purchased,completed,crossed'),
  lastPrice: columnHeading('last price'),
  lastPriceDay: columnHeading('day of last price'),
  list: columnHeading('list,list name,listname'),
  currency: columnHeading('currency'),
  /** no column, but what stands in the column of what a price is for */
  all: columnHeading('all'),
} as const satisfies Record<string, string>

export type Column = keyof typeof headings

/** Returns words, which commas divide, in all installed languages. */
export function inAll(english: string): string[] {
  return languages.flatMap((language) => textIn(language, english, 'column', texts).split(','))
}

const columns = new Map(
  (Object.keys(headings) as Column[]).flatMap((column) =>
    inAll(headings[column]).map((word) => [sameKey(word), column] as const),
  ),
)

/**
 * Returns what the columns with these headings have; undefined for a column that is not known. Null if it is no table of
 * products. Without a column of names a description is the name.
 */
export function columnsOf(headings: readonly string[]): (Column | undefined)[] | null {
  const found = headings.map(columnOf)
  if (found.filter(Boolean).length < 2) return null
  if (!found.includes('name')) found[found.indexOf('note')] = 'name'
  return found.includes('name') ? found : null
}

/** Returns what a heading stands for, also with something in brackets, 'Price (zł)'; undefined if that is not known. */
export function columnOf(heading: string): Column | undefined {
  const words = heading.trim().replace(/\([^()]*\)$/u, '')
  return columns.get(sameKey(heading)) ?? columns.get(sameKey(words.trim()))
}

export function headingsIn(language: Language): Record<Column, string> {
  const heads = Object.entries(headings).map(([column, english]) => [
    column,
    textIn(language, english, 'column', texts).split(',')[0],
  ])
  return Object.fromEntries(heads) as Record<Column, string>
}

const yes = new Set(['x', '1', '✓', '✔', '✅', ...inAll('yes,y,true,t,done')])

/** Returns whether a cell says that its product was bought. */
export function isYes(cell: unknown): boolean {
  return cell === true || cell === 1 || (typeof cell === 'string' && yes.has(cell.trim().toLowerCase()))
}
