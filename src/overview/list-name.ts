import { type Language, languages } from '../../core/product/entities.ts'
import { nameBeginnings } from '../../core/product/list-copies.ts'
import { formatDate, formatDay } from '../texts/format.ts'

interface Named {
  listName: string
  /** when it was made, ISO 8601 */
  date: string
}

/** Returns whether the name contains the list's date, so that it need not be shown beside it. */
export function namesDate({ listName, date }: Named): boolean {
  return languages.some((language) => listName.includes(formatDate(date, language)))
}

/**
 * Returns the name for a list's line in the overview: of one that still has the name it was given, only the day, such as
 * 'Thursday 26 Nov'.
 */
export function shortName({ listName, date }: Named, language: Language, now = Date.now()): string {
  const isGiven = languages.some((one) => listName === `${nameBeginnings[one]} ${formatDate(date, one)}`)
  return isGiven ? formatDay(date, language, now) : listName
}
