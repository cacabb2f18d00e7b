import { Fragment, useEffect, useRef } from 'react'
import { CategoryMark } from '../pictures/category-mark.tsx'
import { ShoppingRow } from './shopping-row.tsx'
import classes from './shop.module.css'
import type { DrawnSection } from './shopping-sections.ts'

interface ShoppingSectionProps {
  drawn: DrawnSection
  canTick: boolean
  canEdit: boolean
  measure: ((element: Element | null) => void) | undefined
  onLeave: (ids: string[]) => void
}

/** A sticky heading with its rows. `onLeave` is called once the section is scrolled out of view. */
export function ShoppingSection({ drawn, canTick, canEdit, measure, onLeave }: ShoppingSectionProps) {
  const { section, start, above, rows, below } = drawn
  const box = useRef<HTMLElement>(null)
  const ids = useRef<string[]>([])
  useEffect(() => {
    ids.current = section.products.map(({ id }) => id)
  }, [section])
  useEffect(() => {
    if (!canTick || !box.current) return
    let seen = false
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry) return
      if (seen && !entry.isIntersecting) onLeave(ids.current)
      seen = entry.isIntersecting
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [canTick, onLeave])
  return (
    <>
      {above > 0 && <div style={{ height: above }} />}
      <section ref={box} className={classes.group} aria-labelledby={section.key}>
        <h2 ref={measure} id={section.key} data-index={start} className={classes.heading}>
          {section.category !== null && (
            <CategoryMark name={section.category} icon={section.products[0]?.icon} />
          )}
          {section.title}
        </h2>
        <ul>
          {rows.map(({ product, index, gap }) => (
            <Fragment key={product.id}>
              {gap > 0 && <li role="presentation" style={{ height: gap }} />}
              <ShoppingRow
                product={product}
                index={index}
                measure={measure}
                canTick={canTick}
                canEdit={canEdit}
              />
            </Fragment>
          ))}
          {below > 0 && <li role="presentation" style={{ height: below }} />}
        </ul>
      </section>
    </>
  )
}
