import type { CSSProperties } from 'react'
import { hueOf } from '../ui/picture/category-hues.ts'
import classes from './template-picture.module.css'

/** A drawing in one colour, used as a mask; its hue depends on what it shows. */
export function TemplatePicture({ image, size = 28 }: { image: string; size?: number }) {
  const file = `url("/uploads/categoryIcons/${encodeURIComponent(image)}")`
  return (
    <span className={classes.tile} style={hueOf(image)} aria-hidden="true">
      <span
        className={classes.drawing}
        style={{ '--drawing': file, width: size, height: size } as CSSProperties}
      />
    </span>
  )
}
