import { Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useRef, useState } from 'react'
import { useLists } from '../use-lists.ts'
import { EmptyState } from './empty-state.tsx'
import { ListCard } from './list-card.tsx'
import { listsWith, type ListsStatus } from './lists-with.ts'
import linkCard from '../link-card.module.css'
import classes from './lists-page.module.css'
import { NewListButton } from './new-list-button.tsx'
import { SearchPicture } from '../picture.tsx'
import { SearchField } from '../search-field.tsx'
import { searchLists } from './search.ts'
import { KeysDialog } from './later-parts.tsx'
import { useKeys } from './use-keys.ts'
import { useLate } from './use-late.ts'
import { useWide } from './use-wide.ts'

/** A person's own lists, the archived ones or those that others share; all of it from this device. */
export function ListsPage({ status }: { status: ListsStatus }) {
  const { t } = useLingui()
  const all = useLists()
  const [query, setQuery] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const [keys, setKeys] = useState(false)
  useKeys({ '/': () => search.current?.focus(), '?': () => setKeys(true) })
  const deferred = useDeferredValue(query)
  const wide = useWide()
  const lists = all && listsWith(all, status)
  // An empty page has the button in its middle.
  const offersNew = status === 'active' && lists !== null && lists.length > 0
  const found = lists && searchLists(lists, deferred)
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1 ref={heading} tabIndex={-1}>
          {status === 'active' && t`Shopping lists`}
          {status === 'archived' && t`Archived lists`}
          {status === 'shared' && t`Shared for me`}
        </h1>
        {lists !== null && lists.length > 0 && (
          <SearchField ref={search} label={t`Search lists`} value={query} onChange={setQuery} />
        )}
        {wide && offersNew && <NewListButton />}
      </div>
      {found === null && <Skeletons />}
      {lists?.length === 0 && <EmptyState status={status} newList={<NewListButton />} />}
      {found && found.length > 0 && (
        <ul className={linkCard.cards}>
          {found.map((list) => (
            <ListCard key={list.id} list={list} onGone={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
      {lists && lists.length > 0 && (
        <p role="status" className={found?.length === 0 ? classes.nothing : 'visually-hidden'}>
          {found?.length === 0 && (
            <>
              <SearchPicture />
              <Trans>No list has a word that begins like that.</Trans>
            </>
          )}
        </p>
      )}
      <KeysDialog opened={keys} onClose={() => setKeys(false)} />
      {!wide && offersNew && (
        <div className={classes.thumb}>
          <NewListButton className={classes.newList} />
        </div>
      )}
    </div>
  )
}

function Skeletons() {
  const late = useLate()
  if (!late) return null
  return (
    <div className={linkCard.cards} aria-hidden="true">
      {[0, 1, 2].map((i) => (
        <div key={i} className={classes.skeleton} />
      ))}
    </div>
  )
}
