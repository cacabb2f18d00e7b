import { type Language, languages } from '../../core/product/entities.ts'
import { formatDate, formatDay } from '../texts/format.ts'

interface Named {
  listName: string
  /** when it was made, ISO 8601 */
  date: string
}

/** How the name of a list begins that was named after the day it was made on. */
const beginnings: Readonly<Record<Language, string>> = { en: 'Shopping list of', pl: 'Lista zakupów z' }

/** Returns whether the name contains the list's date, so that it need not be shown beside it. */
export function namesDate({ listName, date }: Named): boolean {
  return languages.some((language) => listName.includes(formatDate(date, language)))
}

/**
 * Returns the name for a list's line in the overview: of one that still has the name it was given, only the day, such as
 * 'Thursday 26 Nov'.
 */
export function shortName({ listName, date }: Named, language: Language, now = Date.now()): string {
  const isGiven = languages.some((one) => listName === `${beginnings[one]} ${formatDate(date, one)}`)
  return isGiven ? formatDay(date, language, now) : listName
}
