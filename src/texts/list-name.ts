import { languages } from '../../core/product/entities.ts'
import { nameAgain } from '../../core/product/list-copies.ts'
import { formatDate } from './format.ts'

interface Named {
  listName: string
  /** when it was made, ISO 8601 */
  date: string
}

/** Returns whether the name contains the list's date, or any date at its end, so that none need be shown beside it. */
export function namesDate({ listName, date }: Named): boolean {
  return (
    nameAgain(listName) !== listName ||
    languages.some((language) => listName.includes(formatDate(date, language)))
  )
}
