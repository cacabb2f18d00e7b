import { sameKey } from '../../../core/words/text.ts'
import { CategoryIcon } from '../../ui/picture/category-icon.tsx'
import { useSuggestions } from '../../state/lists/suggestions.ts'

/** The category's icon, looked up by name when the product has none, as before it is on the server. */
export function CategoryMark({ name, icon = null }: { name: string; icon?: string | null }) {
  const known = useSuggestions(({ icons }) => icon ?? (name && icons.get(sameKey(name))))
  return <CategoryIcon icon={known || null} />
}
