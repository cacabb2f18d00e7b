import type { Language } from '../product/entities.ts'
import { sameKey } from '../text/normalise.ts'

/** The headings of a table of products: first as each language writes them here, then as other apps and people do. */
const headings = {
  name: {
    en: 'name',
    pl: 'nazwa',
    others:
      'product,item,title,produkt,artykuł,towar,pozycja,text,nazwa produktu,nazwa towaru,product name,item name',
  },
  quantity: { en: 'quantity', pl: 'ilość', others: 'qty,amount,count,liczba,sztuk,szt' },
  unit: { en: 'unit', pl: 'jednostka', others: 'units,jedn,jm,j.m.,miara,measure,jednostka miary' },
  price: { en: 'price', pl: 'cena', others: 'cost,unit price' },
  /** what all of it costs, used where there is no price */
  sum: { en: 'total', pl: 'kwota', others: 'koszt,suma,wartość' },
  priceFor: { en: 'price for', pl: 'cena za', others: '' },
  shop: { en: 'shop', pl: 'sklep', others: 'store,market' },
  category: { en: 'category', pl: 'kategoria', others: 'aisle,section,dział,alejka,label,group' },
  note: {
    en: 'note',
    pl: 'notatka',
    others: 'notes,comment,description,uwagi,uwaga,notatki,komentarz,opis,details,specification',
  },
  bought: {
    en: 'bought',
    pl: 'kupione',
    others: 'done,checked,purchased,kupiony,zrobione,odhaczone,completed,crossed',
  },
  lastPrice: { en: 'last price', pl: 'ostatnia cena', others: '' },
  lastPriceDay: { en: 'day of last price', pl: 'dzień ostatniej ceny', others: '' },
  list: { en: 'list', pl: 'lista', others: 'list name,listname' },
  currency: { en: 'currency', pl: 'waluta', others: '' },
  /** no column, but what stands in the column of what a price is for */
  all: { en: 'all', pl: 'wszystko', others: '' },
} as const satisfies Record<string, Record<Language | 'others', string>>

export type Column = keyof typeof headings

const columns = new Map(
  Object.entries(headings).flatMap(([column, { others, ...ours }]) =>
    [...Object.values(ours), ...others.split(',')].map((word) => [sameKey(word), column as Column] as const),
  ),
)
columns.delete('')

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
  return Object.fromEntries(
    Object.entries(headings).map(([column, words]) => [column, words[language]]),
  ) as Record<Column, string>
}

const yes = new Set(['x', 'y', 't', 'yes', 'true', '1', 'tak', 'prawda', 'done', '✓', '✔', '✅'])

/** Returns whether a cell says that its product was bought. */
export function isYes(cell: unknown): boolean {
  return cell === true || cell === 1 || (typeof cell === 'string' && yes.has(cell.trim().toLowerCase()))
}
