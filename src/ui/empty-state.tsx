import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'
import { BasketPicture, BoxPicture, PeoplePicture } from './picture/pictures.tsx'
import { LinkButton } from './links.tsx'

interface EmptyStateProps {
  status: 'active' | 'archived' | 'shared'
  /** the button that makes a new list */
  newList: ReactNode
}

/** Shown for no lists: a picture, a sentence and a button that show what to do first. */
export function EmptyState({ status, newList }: EmptyStateProps) {
  const toLists = (
    <LinkButton to="/app">
      <Trans>Go to my lists</Trans>
    </LinkButton>
  )
  return (
    <div className={classes.empty}>
      {status === 'active' && <BasketPicture />}
      {status === 'archived' && <BoxPicture />}
      {status === 'shared' && <PeoplePicture />}
      <p>
        {status === 'active' && (
          <Trans>Start your first list and take it with you: it works without a signal too.</Trans>
        )}
        {status === 'archived' && <Trans>Archived lists wait here until you need them again.</Trans>}
        {status === 'shared' && <Trans>Lists that others share with you will appear here.</Trans>}
      </p>
      {status === 'active' ? newList : toLists}
    </div>
  )
}
