import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { baseUnit, cheaperAt, comparable } from '../../../core/product/prices.ts'
import type { Unit } from '../../../core/product/entities.ts'
import { useCurrency, usePrice } from '../../texts/amounts.tsx'
import classes from './prices.module.css'
import { useKnownPrices } from './use-known-prices.ts'

export interface CheaperProps {
  productName: string
  /** where it is bought; '' if it is not known */
  shop: string
  unit: Unit
  /** for one base unit; undefined if it is not known */
  price: number | undefined
}

/** Returns another shop where the product was cheaper not long ago, with the price for a kilogram, a litre or a piece. */
export function useCheaper({ productName, shop, unit, price }: CheaperProps): Cheaper | null {
  const currency = useCurrency()
  const prices = useKnownPrices(productName)
  const priceOf = usePrice()
  const [now] = useState(Date.now)
  const offer = useMemo(
    () => cheaperAt(comparable(prices, { currency, unit }), { shop, price }, now),
    [prices, currency, shop, unit, price, now],
  )
  return (
    offer && { shop: offer.shop, price: priceOf({ price: offer.price, unit: baseUnit(unit), quantity: 1 }) }
  )
}

interface Cheaper {
  shop: string
  price: string
}

/** 'Cheaper: Lidl 2.79 zł' */
export function CheaperText({ shop, price }: Cheaper) {
  return (
    <span className={classes.cheaper}>
      <Trans>
        Cheaper: {shop} {price}
      </Trans>
    </span>
  )
}

/** The same, if there is one. */
export function CheaperLine({ className, ...props }: CheaperProps & { className: string | undefined }) {
  const cheaper = useCheaper(props)
  return (
    cheaper && (
      <span className={className}>
        <CheaperText {...cheaper} />
      </span>
    )
  )
}
