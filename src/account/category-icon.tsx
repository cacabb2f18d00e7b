import { IconTag } from '@tabler/icons-react'
import classes from './categories.module.css'

/** A picture of the server's in the colour of the text around it. */
export function CategoryIcon({ icon }: { icon: string | null }) {
  if (!icon) return <IconTag size={24} stroke={1.75} aria-hidden="true" />
  const address = `url("/uploads/categoryIcons/${encodeURIComponent(icon)}")`
  return <span className={classes.icon} style={{ maskImage: address }} aria-hidden="true" />
}
