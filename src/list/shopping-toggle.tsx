import { Trans, useLingui } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { Basket } from './shop/basket.tsx'
import { setShopping } from '../state/lists/shopping-mode.ts'

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
