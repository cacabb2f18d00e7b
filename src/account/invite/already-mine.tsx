import { Trans } from '@lingui/react/macro'
import { IconCircleCheck } from '@tabler/icons-react'
import type { List } from '../../../core/contract/shapes.ts'
import classes from '../account.module.css'
import { Card } from '../card.tsx'
import { LinkButton } from '../../ui/links.tsx'

/** Shown if the user owns the list, or has at least the permission that the invitation grants. */
export function AlreadyMine({ list }: { list: List }) {
  const { id, listName, owner } = list
  return (
    <Card
      symbol={<IconCircleCheck size={32} stroke={1.75} aria-hidden="true" />}
      title={owner ? <Trans>You have this list already</Trans> : <Trans>This is your own list</Trans>}
      lead={
        owner ? (
          <Trans>
            <strong>{listName}</strong> is among your lists. The invitation stays open for somebody else.
          </Trans>
        ) : (
          <Trans>
            Send the link to the person whom you want to have <strong>{listName}</strong>.
          </Trans>
        )
      }
    >
      <div className={classes.buttons}>
        <LinkButton to="/app/details/$id" params={{ id }}>
          <Trans>Open the list</Trans>
        </LinkButton>
      </div>
    </Card>
  )
}
