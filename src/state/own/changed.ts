import { askAgain } from '../asked.ts'
import { reloadSuggestions } from '../lists/load-suggestions.ts'

/** Query key of the user's own categories. */
export const categoriesKey = 'categories'

/** Call after a change of the own categories, so that they are used for what is typed from now on. */
export async function categoriesChanged(): Promise<void> {
  await Promise.all([reloadSuggestions(), askAgain(categoriesKey)])
}
