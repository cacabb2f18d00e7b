import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { finishTrip, forgetFinished } from '../state/finish-trip.ts'
import { setShopping } from '../state/view.ts'

interface ShoppingToggleProps {
  listId: string
  shopping: boolean
}

/** Begins shopping with the open list, or ends the trip: what was bought leaves the list. */
export function ShoppingToggle({ listId, shopping }: ShoppingToggleProps) {
  const begin = () => {
    forgetFinished()
    setShopping(listId, true)
  }
  return (
    <Button
      h="2.75rem"
      flex={shopping ? 'none' : undefined}
      radius="xl"
      variant={shopping ? 'filled' : 'default'}
      leftSection={!shopping && <IconShoppingCart size={22} stroke={1.75} aria-hidden="true" />}
      onClick={shopping ? () => void finishTrip() : begin}
    >
      {shopping ? <Trans>Done</Trans> : <Trans>Shopping mode</Trans>}
    </Button>
  )
}
