import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { GuestLinks } from './guest-links.tsx'
import { Results } from '../results.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import classes from '../templates-page.module.css'

/** The templates that visitors can see without an account. */
export function PublicListsPage() {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>
          <Trans>Public lists</Trans>
        </h1>
        <GuestLinks />
      </div>
      <p className={classes.lead}>
        <Trans>Shopping for a barbecue, a cake or the whole week, already thought through.</Trans>
      </p>
      <div className={classes.tools}>
        <SearchField label={t`Search public lists`} value={query} onChange={setQuery} />
      </div>
      <Results shelves={['visitor']} query={query} to="/public-list/$id" />
    </div>
  )
}
