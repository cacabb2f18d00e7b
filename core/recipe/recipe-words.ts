import { words } from '../locales/recipe.ts'
import { inEach } from '../text/words.ts'

/** Returns words of recipes in all installed languages, as `words` does for those of the quick add. */
export function recipeWords(english: string): string[] {
  return inEach(english, words).flatMap(([, all]) => all)
}
