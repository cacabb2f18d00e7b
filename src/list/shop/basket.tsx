import { IconBasket, IconBasketFilled } from '@tabler/icons-react'
import classes from './basket.module.css'

/** A basket that fills: `share` of all products, from 0 to 1, are in it. */
export function Basket({ share, size = 24 }: { share: number; size?: number }) {
  return (
    <span className={classes.basket} aria-hidden="true">
      <IconBasket size={size} stroke={1.75} />
      {/* The drawing begins a third from the top: below that line it fills. */}
      <span style={{ clipPath: `inset(${90 - 55 * share}% 0 0 0)` }}>
        <IconBasketFilled size={size} />
      </span>
    </span>
  )
}
