import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useFind } from './find.ts'
import classes from './list-tools.module.css'
import { SearchField } from '../ui/search-field.tsx'
import { useShown } from './shown.ts'
import { CloseButton } from '../ui/control/close-button.tsx'

const fieldId = 'find-in-list'

export function focusFind(): void {
  useFind.setState(({ query }) => ({ query: query ?? '' }))
  requestAnimationFrame(() => document.getElementById(fieldId)?.focus())
}

/** The search field for products of the open list. */
export function FindField() {
  const { t } = useLingui()
  const query = useFind((find) => find.query ?? '')
  useEffect(() => () => useFind.setState({ query: null }), [])
  return (
    <SearchField
      id={fieldId}
      label={t`Search in the list`}
      value={query}
      onChange={(text) => useFind.setState({ query: text })}
    />
  )
}

/** On a phone the search field opens on request. */
export function SmallFind() {
  const { t } = useLingui()
  const asked = useFind((find) => find.query !== null)
  if (!asked) return null
  return (
    <div className={classes.smallFind}>
      <FindField />
      <CloseButton aria-label={t`Close the search`} onClick={() => useFind.setState({ query: null })} />
    </div>
  )
}

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
