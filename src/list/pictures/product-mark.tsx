import { late, useLate } from '../../app/lazy.tsx'
import { hueOf } from '../../ui/picture/category-icon.tsx'
import classes from '../../ui/picture/pictures.module.css'
import { CategoryMark, useCategoryIcon } from './category-mark.tsx'

const drawings = late(() => import('./product-pictures.ts'))

interface ProductMarkProps {
  productName: string
  category: string
  icon?: string | null | undefined
  /** it is below its category's heading, which shows the category's picture */
  grouped?: boolean
}

/**
 * A small picture of the product, chosen by a word of its name. If no word fits, the category's picture, or, if the
 * heading above shows that already (`grouped`), a dot in the category's colour.
 */
export function ProductMark({ productName, category, icon = null, grouped = false }: ProductMarkProps) {
  const drawn = useLate(drawings, false, true)
  const known = useCategoryIcon(category, icon)
  const picture = drawn && drawn.pictureOf(productName)
  if (!picture && grouped)
    return <span className={`${classes.icon} ${classes.dot}`} style={hueOf(known)} aria-hidden="true" />
  if (!picture) return <CategoryMark name={category} icon={icon} />
  const Picture = drawn.productPictures[picture]
  return <Picture size={20} stroke={1.75} className={classes.icon} style={hueOf(known)} aria-hidden="true" />
}
