import type { Recipe } from '../../../core/recipe/recipe.ts'
import { interactiveCall } from '../../sync/calls.ts'

/** Longer than the server takes for the slowest site, so that its answer is the one that is shown. */
const timeoutMs = 12_000

/** Asks the server to read the page of a recipe: a page of this app may not read those of other sites. */
export function recipeAt(url: string): Promise<Recipe> {
  return interactiveCall('POST /api/v3/recipe', { body: { url }, timeout: timeoutMs })
}
