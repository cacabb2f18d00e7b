import { useLingui } from '@lingui/react/macro'
import { type RefObject, useDeferredValue, useMemo, useState } from 'react'
import { usuals } from '../../../core/text/usuals.ts'
import { nameKey, useSuggestions } from '../../state/lists/suggestions.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { addUsual } from './add-usual.ts'
import { ProductMark } from '../rows/product-mark.tsx'
import fields from '../rows/fields.module.css'
import classes from './add.module.css'

/**
 * Chips with the products this household buys again and again; one press adds one to the list, and the text being typed
 * stays. `field`: gets the focus when a chip was pressed by key, since the chip then disappears.
 */
export function Usuals({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t } = useLingui()
  const known = useDeferredValue(useSuggestions((suggestions) => suggestions.products))
  const [now] = useState(() => Date.now())
  // Deferred: collecting the names of a long list waits until the press is painted.
  const products = useDeferredValue(useOpenList((list) => list.products))
  const offered = useMemo(() => {
    const onList = new Set([...products.values()].map(({ productName }) => nameKey(productName)))
    return usuals(known, onList, now)
  }, [known, products, now])
  if (offered.length === 0) return null
  return (
    <div role="group" aria-label={t`You often buy`} className={classes.usuals} data-usuals="">
      {offered.map((usual) => {
        const name = usual.productName
        return (
          <button
            key={name}
            type="button"
            className={`${fields.plain} ${classes.usual}`}
            aria-label={t`Add: ${name}`}
            // Keeps the focus where it is: an open keyboard stays open, a closed one closed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={({ detail }) => {
              // 0: pressed by key.
              if (detail === 0) field.current?.focus()
              void addUsual(usual)
            }}
          >
            <span>
              <ProductMark productName={name} category={usual.category_name} />
              {name}
            </span>
          </button>
        )
      })}
    </div>
  )
}
