import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconShoppingCart, IconBasket, IconBasketFilled } from '@tabler/icons-react'
import classes from './shop.module.css'
import { setShopping } from '../../state/lists/view.ts'

interface ShoppingToggleProps {
  listId: string
  shopping: boolean
  /** bought share of the products, 0 to 1; if given, a basket that fills replaces the text, to save room */
  share?: number
}

/** Switches between editing the list and shopping with it. */
export function ShoppingToggle({ listId, shopping, share }: ShoppingToggleProps) {
  const { t } = useLingui()
  const toggle = () => setShopping(listId, !shopping)
  const sign = <IconShoppingCart size={22} stroke={1.75} aria-hidden="true" />
  const variant = shopping ? 'filled' : 'default'
  if (share !== undefined)
    return (
      <ActionIcon
        size={48}
        radius="xl"
        variant={variant}
        aria-pressed={shopping}
        aria-label={t`Shopping mode`}
        onClick={toggle}
      >
        <Basket share={share} />
      </ActionIcon>
    )
  return (
    <Button
      h="2.75rem"
      radius="xl"
      variant={variant}
      aria-pressed={shopping}
      leftSection={sign}
      onClick={toggle}
    >
      <Trans>Shopping mode</Trans>
    </Button>
  )
}

/** A basket that fills; `share`: the bought part of all products, 0 to 1. */
function Basket({ share, size = 24 }: { share: number; size?: number }) {
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
