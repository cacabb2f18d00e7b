import { sameKey } from '../../../core/text/normalise.ts'
import { CategoryIcon } from '../../ui/picture/category-icon.tsx'
import { useSuggestions } from '../../state/lists/suggestions.ts'

/**
 * Returns the file of a category's icon. `icon`: the one stored with the product; without it, as before the product is
 * on the server, the icon is looked up by the category's name.
 */
export function useCategoryIcon(name: string, icon: string | null): string | null {
  return useSuggestions(({ icons }) => icon ?? (name && icons.get(sameKey(name)))) || null
}

export function CategoryMark({ name, icon = null }: { name: string; icon?: string | null }) {
  return <CategoryIcon icon={useCategoryIcon(name, icon)} />
}
