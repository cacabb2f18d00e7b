import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { useShown } from '../shown.ts'

/** Tells, on the screen and to screen readers, that nothing was found. */
export function FoundNothing() {
  const searching = useShown((shown) => shown.searching)
  const found = useShown((shown) => shown.ids.length)
  const nothing = searching && found === 0
  return (
    <Text role="status" c="dimmed" m={nothing ? '16px 4px' : 0}>
      {nothing && <Trans>No products found</Trans>}
    </Text>
  )
}
