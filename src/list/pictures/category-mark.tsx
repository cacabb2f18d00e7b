import { sameKey } from '../../../core/text/normalise.ts'
import { CategoryIcon } from '../../ui/picture/category-icon.tsx'
import { useSuggestions } from '../../state/lists/suggestions.ts'

/** The file of a category's icon, looked up by name when the product has none, as before it is on the server. */
export function useCategoryIcon(name: string, icon: string | null): string | null {
  return useSuggestions(({ icons }) => icon ?? (name && icons.get(sameKey(name)))) || null
}

export function CategoryMark({ name, icon = null }: { name: string; icon?: string | null }) {
  return <CategoryIcon icon={useCategoryIcon(name, icon)} />
}
