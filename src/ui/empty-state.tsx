import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { LinkButton } from './links.tsx'
import { Message } from './message.tsx'
import { BasketPicture, BoxPicture, PeoplePicture } from './picture/pictures.tsx'

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
  const pictures = { active: <BasketPicture />, archived: <BoxPicture />, shared: <PeoplePicture /> }
  const texts = {
    active: <Trans>Start your first list and take it with you: it works without a signal too.</Trans>,
    archived: <Trans>Archived lists wait here until you need them again.</Trans>,
    shared: <Trans>Lists that others share with you will appear here.</Trans>,
  }
  return (
    <Message picture={pictures[status]} text={texts[status]}>
      {status === 'active' ? newList : toLists}
    </Message>
  )
}
