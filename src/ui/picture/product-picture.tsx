import { useEffect } from 'react'
import { create } from 'zustand'
import type { ProductPicture as Name } from '../../../core/text/pictures.ts'
import classes from './pictures.module.css'

/** What each picture is drawn of, as SVG; empty until it has been loaded. */
const useShapes = create<Partial<Record<string, string>>>(() => ({}))

/**
 * Loads the pictures, which `npm run sprite` makes. Each place that shows one parses that one alone: a sprite that is an
 * SVG file is parsed as a whole by the page's own thread, 0.3 s at a start on a slow phone.
 */
export function loadPictures(): void {
  import('./products.json').then(
    (loaded) => useShapes.setState(loaded.default, true),
    () => undefined, // without a network a row has no picture
  )
}

/** A coloured picture of a product. `size`: in px. */
export function ProductPicture({ name, size = 24 }: { name: Name; size?: number }) {
  const shapes = useShapes((all) => all[name])
  useEffect(() => {
    if (shapes === undefined) loadPictures()
  }, [shapes])
  return (
    <svg
      viewBox="0 0 32 32"
      className={classes.product}
      style={{ '--size': `${size}px` } as object}
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: shapes ?? '' }}
    />
  )
}
