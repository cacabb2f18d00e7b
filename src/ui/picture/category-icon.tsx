import { IconTag } from '@tabler/icons-react'
import classes from './pictures.module.css'
import { hueOf } from './category-hues.ts'
import { usePicture } from './use-picture.ts'

/**
 * The picture of a category. It is hidden from screen readers, since the name is beside it. A category without a
 * picture, or whose picture did not load, gets a plain tag icon. `size`: in px.
 */
export function CategoryIcon({ icon, size = 20 }: { icon: string | null | undefined; size?: number }) {
  const url = icon && /^[\w.-]+$/.test(icon) ? `/uploads/categoryIcons/${icon}` : null
  const isHere = usePicture(url)
  if (!url || !isHere)
    return <IconTag size={size} stroke={1.75} className={classes.icon} aria-hidden="true" />
  if (!url.endsWith('.svg'))
    return <img src={url} alt="" width={size} height={size} className={`${classes.icon} ${classes.photo}`} />
  return (
    <span
      className={`${classes.icon} ${classes.drawn}`}
      style={{ '--icon': `url(${url})`, '--size': `${size}px`, ...hueOf(icon) } as object}
      aria-hidden="true"
    />
  )
}
