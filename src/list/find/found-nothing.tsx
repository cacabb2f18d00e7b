import { Trans } from '@lingui/react/macro'
import classes from '../list-tools.module.css'
import { useShown } from '../shown.ts'

/** Tells, on the screen and to screen readers, that nothing was found. */
export function FoundNothing() {
  const searching = useShown((shown) => shown.searching)
  const found = useShown((shown) => shown.ids.length)
  const nothing = searching && found === 0
  return (
    <p role="status" className={nothing ? classes.nothing : 'visually-hidden'}>
      {nothing && <Trans>No products found</Trans>}
    </p>
  )
}
