import type { CSSProperties } from 'react'
import classes from './template-picture.module.css'

/** A single-colour drawing, used as a mask, so that it takes the theme's colour. */
export function TemplatePicture({ image, size = 28 }: { image: string; size?: number }) {
  const file = `url("/uploads/categoryIcons/${encodeURIComponent(image)}")`
  return (
    <span className={classes.tile} aria-hidden="true">
      <span
        className={classes.drawing}
        style={{ '--drawing': file, width: size, height: size } as CSSProperties}
      />
    </span>
  )
}
