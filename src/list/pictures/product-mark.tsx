import { late, useLate } from '../../app/later.tsx'
import { hueOf } from '../../ui/picture/category-hues.ts'
import iconClasses from '../../ui/picture/category-icon.module.css'
import { CategoryMark, useCategoryIcon } from './category-mark.tsx'

const drawings = late(() => import('./product-pictures.ts'))

interface ProductMarkProps {
  productName: string
  category: string
  icon?: string | null | undefined
}

/** A small picture of the product where a word of its name tells which, else that of its category. */
export function ProductMark({ productName, category, icon = null }: ProductMarkProps) {
  const drawn = useLate(drawings, false, true)
  const known = useCategoryIcon(category, icon)
  const picture = drawn && drawn.pictureOf(productName)
  if (!picture) return <CategoryMark name={category} icon={icon} />
  const Picture = drawn.productPictures[picture]
  return (
    <Picture size={20} stroke={1.75} className={iconClasses.icon} style={hueOf(known)} aria-hidden="true" />
  )
}
