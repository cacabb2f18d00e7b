import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { IconPlaylistAdd } from '@tabler/icons-react'
import { type MouseEvent, type RefObject, useDeferredValue, useMemo, useState } from 'react'
import { useAccountSettings } from '../../account/state/settings.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { nameKey, useSuggestions } from '../../sync/suggestions.ts'
import { useShortAmount } from '../../texts/amounts.tsx'
import fields from '../rows/fields.module.css'
import { ProductMark } from '../picture/product-mark.tsx'
import classes from './add.module.css'
import { addOffer, addOffers, type Offer, offersFor } from './offers.ts'
import { useHiding } from './use-hiding.ts'

/**
 * Chips with what is due and what this household buys again and again; one press adds one to the list, and the text
 * being typed stays. `field`: gets the focus when a chip was pressed by key, since the chip then disappears.
 */
export function Usuals({ field }: { field: Field }) {
  const { t } = useLingui()
  const known = useDeferredValue(useSuggestions((suggestions) => suggestions.products))
  const set = useAccountSettings(({ settings }) => settings.products)
  const [now] = useState(() => Date.now())
  // Deferred: collecting the names of a long list waits until the press is painted.
  const products = useDeferredValue(useOpenList((list) => list.products))
  const offers = useMemo(() => {
    const onList = new Set([...products.values()].map(({ productName }) => nameKey(productName)))
    return offersFor(known, set, onList, now)
  }, [known, set, products, now])
  const due = offers.filter((offer) => offer.due)
  const count = due.length
  if (offers.length === 0) return null
  return (
    <div role="group" aria-label={t`You often buy`} className={classes.usuals} data-usuals="">
      {count > 1 && (
        <button {...pressed(field, () => addOffers(due))} data-all="">
          <span>
            <IconPlaylistAdd size={20} stroke={1.75} aria-hidden="true" />
            <Plural value={count} one="Add #" other="Add all #" />
          </span>
        </button>
      )}
      {offers.map((offer) => (
        <Chip key={offer.productName} offer={offer} field={field} />
      ))}
    </div>
  )
}

type Field = RefObject<HTMLInputElement | null>

function pressed(field: Field, add: () => Promise<void>) {
  return {
    type: 'button' as const,
    className: `${fields.plain} ${classes.usual}`,
    // Keeps the focus where it is: an open keyboard stays open, a closed one closed.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
    onClick: ({ detail }: MouseEvent) => {
      // 0: pressed by key.
      if (detail === 0) field.current?.focus()
      void add()
    },
  }
}

function Chip({ offer, field }: { offer: Offer; field: Field }) {
  const { t } = useLingui()
  const { productName, category_name } = offer
  const amount = useAmountOf(offer)
  const name = `${productName} ${amount}`.trim()
  return (
    <button
      {...pressed(field, () => addOffer(offer))}
      {...useHiding(productName, () => field.current?.focus())}
      aria-label={offer.due ? t`Add: ${name}, due` : t`Add: ${name}`}
    >
      <span>
        <ProductMark productName={productName} category={category_name} />
        {name}
        {offer.due && (
          <small>
            <Trans>due</Trans>
          </small>
        )}
      </span>
    </button>
  )
}

/** Returns how much a tile or chip adds, as it says it; '' for one piece. */
export function useAmountOf({ amount }: Offer): string {
  const shortAmount = useShortAmount()
  if (!amount || (amount.quantity === 1 && amount.unit === 'pcs')) return ''
  return shortAmount(amount.quantity, amount.unit)
}
