import { addressIn, looksLikeRecipe } from '../../../core/recipe/recipe.ts'
import { isListWithAddress } from '../../../core/exchange/pasted.ts'
import { linesOf } from '../add/pasted.ts'
import { PastedLines, PasteText } from '../add/pasted-lines.tsx'
import { RecipeDialog } from './recipe-dialog.tsx'

export interface PastedTextProps {
  /** empty: it is asked for */
  text: string
  /** what it is taken for; null: the text decides */
  as: 'list' | 'recipe' | null
  opened: boolean
}

/** The review of what was pasted or shared: of a recipe or its address, or of a list. */
export function PastedText({ text, as, opened }: PastedTextProps) {
  const isRecipe =
    as === 'recipe' ||
    (as === null && !isListWithAddress(text) && (addressIn(text) !== null || looksLikeRecipe(text)))
  if (isRecipe) return <RecipeDialog text={text} opened={opened} />
  return text.trim() === '' ? (
    <PasteText opened={opened} />
  ) : (
    <PastedLines from={() => linesOf(text)} opened={opened} />
  )
}
