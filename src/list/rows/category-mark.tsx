import { sameKey } from '../../../core/words/text.ts'
import { CategoryIcon } from '../../ui/picture/category-icon.tsx'
import { useSuggestions } from '../../state/lists/suggestions.ts'

/** The icon of a category by its name; a product that is not on the server yet has no other. */
export function CategoryMark({ name, icon = null }: { name: string; icon?: string | null }) {
  const known = useSuggestions(({ icons }) => icon ?? (name && icons.get(sameKey(name))))
  return <CategoryIcon icon={known || null} />
}
