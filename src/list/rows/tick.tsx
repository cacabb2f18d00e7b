import { useState } from 'react'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { setBought } from '../shop/bought.ts'
import classes from './fields.module.css'

interface TickProps {
  product: ProductView
  /** accessible name, if no label element names the box */
  label?: string
  id?: string
}

/** The 'bought' checkbox. It changes at once; saving to the device's disk takes a moment longer. */
export function Tick({ product, label, id }: TickProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  return (
    <input
      type="checkbox"
      id={id}
      className={classes.tick}
      data-field="productStatus"
      aria-label={label}
      checked={wanted ?? product.productStatus}
      onChange={async ({ target }) => {
        const bought = target.checked
        setWanted(bought)
        await setBought(product, bought)
        setWanted((now) => (now === bought ? null : now))
      }}
    />
  )
}
