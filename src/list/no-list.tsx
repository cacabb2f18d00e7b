import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { openList } from '../state/lists/open-list.ts'
import { useSync } from '../state/lists/sync.ts'
import { CloudPicture, SearchPicture } from '../ui/picture/picture.tsx'
import { LinkButton } from '../ui/links.tsx'
import { Message } from '../ui/message.tsx'

/** Says why there is no list to show. An unreachable list is requested again once the device is online. */
export function NoList({ status, id }: { status: 'missing' | 'unreachable'; id: string }) {
  const online = useSync((sync) => sync.online)
  useEffect(() => {
    if (status !== 'unreachable') return
    const again = () => void openList(id)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [status, id])
  return (
    <Message
      picture={status === 'missing' ? <SearchPicture /> : <CloudPicture />}
      title={
        status === 'missing' ? <Trans>This list is not here</Trans> : <Trans>Not on this device yet</Trans>
      }
      text={
        status === 'missing' ? (
          <Trans>It was deleted, or it is not shared with you any more.</Trans>
        ) : (
          <Trans>
            This list has not been opened here yet. It will open as soon as there is a connection.
          </Trans>
        )
      }
    >
      {status === 'unreachable' && online && (
        <Button onClick={() => void openList(id)}>
          <Trans>Try again</Trans>
        </Button>
      )}
      <LinkButton to="/app" variant={status === 'missing' ? 'filled' : 'default'}>
        <Trans>Go to my lists</Trans>
      </LinkButton>
    </Message>
  )
}
