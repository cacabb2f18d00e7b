import { askAgain } from '../asked.ts'
import { reloadSuggestions } from '../lists/load-suggestions.ts'

/** The query of a person's categories. */
export const categoriesKey = 'categories'

/** Call after a change of the own categories: what is typed from now on is found by them. */
export async function categoriesChanged(): Promise<void> {
  await Promise.all([reloadSuggestions(), askAgain(categoriesKey)])
}
