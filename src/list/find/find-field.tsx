import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { findFieldId, useFind } from './find.ts'
import classes from '../list-tools.module.css'
import { SearchField } from '../../ui/search-field.tsx'
import { CloseButton } from '../../ui/control/close-button.tsx'

/** The search field for products of the open list. */
export function FindField() {
  const { t } = useLingui()
  const query = useFind((find) => find.query ?? '')
  useEffect(() => () => useFind.setState({ query: null }), [])
  return (
    <SearchField
      id={findFieldId}
      label={t`Search in the list`}
      value={query}
      onChange={(text) => useFind.setState({ query: text })}
    />
  )
}

/** On a phone the search field opens on request. */
export function SmallFind() {
  const { t } = useLingui()
  // This code may load only after the press that opens the field, so it focuses the field itself.
  useEffect(() => document.getElementById(findFieldId)?.focus(), [])
  return (
    <div className={classes.smallFind}>
      <FindField />
      <CloseButton aria-label={t`Close the search`} onClick={() => useFind.setState({ query: null })} />
    </div>
  )
}
