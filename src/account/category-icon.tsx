import { IconTag } from '@tabler/icons-react'
import { usePicture } from '../use-picture.ts'
import classes from './categories.module.css'

/** A picture of the server's in the colour of the text around it. */
export function CategoryIcon({ icon }: { icon: string | null }) {
  const url = icon ? `/uploads/categoryIcons/${encodeURIComponent(icon)}` : null
  if (!usePicture(url)) return <IconTag size={24} stroke={1.75} aria-hidden="true" />
  return <span className={classes.icon} style={{ maskImage: `url("${url}")` }} aria-hidden="true" />
}
