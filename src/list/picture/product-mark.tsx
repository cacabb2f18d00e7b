import { builtInKey } from '../../../core/product/aisles.ts'
import { sameKey } from '../../../core/text/normalise.ts'
import { pictureOf } from '../../../core/text/pictures.ts'
import { useSuggestions } from '../../sync/suggestions.ts'
import { CategoryIcon } from '../../ui/picture/category-icon.tsx'
import { ProductPicture } from '../../ui/picture/product-picture.tsx'

interface ProductMarkProps {
  productName: string
  category: string
  icon?: string | null | undefined
}

/** A small picture of the product, chosen by a word of its name; if no word fits, the category's picture. */
export function ProductMark({ productName, category, icon = null }: ProductMarkProps) {
  const picture = pictureOf(productName)
  return picture ? <ProductPicture name={picture} /> : <CategoryMark name={category} icon={icon} size={24} />
}

interface CategoryMarkProps {
  name: string
  /** the file stored with the product; without it, as before the product is on the server, the name tells it */
  icon?: string | null
  /** in px */
  size?: number | undefined
}

export function CategoryMark({ name, icon = null, size }: CategoryMarkProps) {
  const known = useSuggestions(({ icons }) => icon ?? (name && icons.get(sameKey(name))))
  // Before the suggestions are read: the picture that they will say, so that none takes another's place.
  const builtIn = known ? undefined : builtInKey(name)
  return <CategoryIcon icon={known || (builtIn && `${builtIn}.svg`)} size={size} />
}
