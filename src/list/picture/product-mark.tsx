import { hueOf, CategoryIcon } from '../../ui/picture/category-icon.tsx'
import classes from '../../ui/picture/pictures.module.css'
import { sameKey } from '../../../core/text/normalise.ts'
import { useSuggestions } from '../../sync/suggestions.ts'
import { pictureOf, productPictures } from './product-pictures.ts'

interface ProductMarkProps {
  productName: string
  category: string
  icon?: string | null | undefined
}

/** A small picture of the product, chosen by a word of its name; if no word fits, the category's picture. */
export function ProductMark({ productName, category, icon = null }: ProductMarkProps) {
  const known = useCategoryIcon(category, icon)
  const picture = pictureOf(productName)
  if (!picture) return <CategoryMark name={category} icon={icon} />
  const Picture = productPictures[picture]
  return <Picture size={20} stroke={1.75} className={classes.icon} style={hueOf(known)} aria-hidden="true" />
}

/**
 * Returns the file of a category's icon. `icon`: the one stored with the product; without it, as before the product is
 * on the server, the icon is looked up by the category's name.
 */
function useCategoryIcon(name: string, icon: string | null): string | null {
  return useSuggestions(({ icons }) => icon ?? (name && icons.get(sameKey(name)))) || null
}

export function CategoryMark({ name, icon = null }: { name: string; icon?: string | null }) {
  return <CategoryIcon icon={useCategoryIcon(name, icon)} />
}
