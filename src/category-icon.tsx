import { IconTag } from '@tabler/icons-react'
import classes from './category-icon.module.css'
import { usePicture } from './use-picture.ts'

/**
 * The picture of a category beside its name, which says the same in words. One that nobody gave a picture, or
 * whose picture is not to be had just now, has a plain tag.
 */
export function CategoryIcon({ icon }: { icon: string | null | undefined }) {
  const url = icon && /^[\w.-]+$/.test(icon) ? `/uploads/categoryIcons/${icon}` : null
  const isHere = usePicture(url)
  if (!url || !isHere) return <IconTag size={20} stroke={1.75} className={classes.icon} aria-hidden="true" />
  if (!url.endsWith('.svg'))
    return <img src={url} alt="" width={20} height={20} className={`${classes.icon} ${classes.picture}`} />
  return (
    <span
      className={`${classes.icon} ${classes.drawn}`}
      style={{ '--icon': `url(${url})` } as object}
      aria-hidden="true"
    />
  )
}
