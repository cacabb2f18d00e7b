import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { setShopping } from '../state/view.ts'

interface ShoppingToggleProps {
  listId: string
  shopping: boolean
}

/** Begins shopping with the list, or ends it. */
export function ShoppingToggle({ listId, shopping }: ShoppingToggleProps) {
  return (
    <Button
      h="2.75rem"
      flex={shopping ? 'none' : undefined}
      radius="xl"
      variant={shopping ? 'filled' : 'default'}
      leftSection={!shopping && <IconShoppingCart size={22} stroke={1.75} aria-hidden="true" />}
      onClick={() => setShopping(listId, !shopping)}
    >
      {shopping ? <Trans>Done</Trans> : <Trans>Shopping mode</Trans>}
    </Button>
  )
}
