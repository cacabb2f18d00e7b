import { IconTag } from '@tabler/icons-react'
import classes from './category-icon.module.css'

/**
 * The picture of a category beside its name, which says the same in words. One that nobody gave a picture has
 * a plain tag.
 */
export function CategoryIcon({ icon }: { icon: string | null | undefined }) {
  if (!icon || !/^[\w.-]+$/.test(icon))
    return <IconTag size={20} stroke={1.75} className={classes.icon} aria-hidden="true" />
  const url = `/uploads/categoryIcons/${icon}`
  if (!icon.endsWith('.svg'))
    return <img src={url} alt="" width={20} height={20} className={`${classes.icon} ${classes.picture}`} />
  return (
    <span
      className={`${classes.icon} ${classes.drawn}`}
      style={{ '--icon': `url(${url})` } as object}
      aria-hidden="true"
    />
  )
}
