import { IconBasket, IconBasketFilled } from '@tabler/icons-react'
import classes from './shop.module.css'

/** A basket that fills; `share`: the bought part of all products, 0 to 1. */
export function Basket({ share, size = 24 }: { share: number; size?: number }) {
  return (
    <span className={classes.basket} aria-hidden="true">
      <IconBasket size={size} stroke={1.75} />
      {/* The basket's body spans 35% to 90% of the icon's height; the clip uncovers `share` of it from below. */}
      <span style={{ clipPath: `inset(${90 - 55 * share}% 0 0 0)` }}>
        <IconBasketFilled size={size} />
      </span>
    </span>
  )
}
