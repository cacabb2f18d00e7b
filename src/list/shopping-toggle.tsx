import { Trans, useLingui } from '@lingui/react/macro'
import { IconShoppingCart } from '@tabler/icons-react'
import { Basket } from './shop/basket.tsx'
import { setShopping } from '../state/lists/shopping-mode.ts'
import classes from './detail-head.module.css'
import { Button } from '../ui/control/button.tsx'
import { IconButton } from '../ui/control/icon-button.tsx'

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
      <IconButton
        size={48}
        round
        variant={variant}
        aria-pressed={shopping}
        aria-label={t`Shopping mode`}
        onClick={toggle}
      >
        <Basket share={share} />
      </IconButton>
    )
  return (
    <Button
      className={classes.mode}
      size="sm"
      variant={variant}
      aria-pressed={shopping}
      leftSection={sign}
      onClick={toggle}
    >
      <Trans>Shopping mode</Trans>
    </Button>
  )
}
