import { Trans } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { List } from '../../core/entities.ts'
import { isComplete } from '../../core/list.ts'
import { can, roleOf } from '../../core/permissions.ts'
import { archiveList } from '../state/list-actions.ts'
import { useOpenList } from '../state/open-list.ts'
import { useSync } from '../state/sync.ts'
import classes from './complete-prompt.module.css'
import { completes } from './completes.ts'
import { DonePicture } from './pictures.tsx'

/** The moment when all is bought: quiet, and full-screen in the shop. */
export function CompletePrompt({ list, fullScreen }: { list: List; fullScreen: boolean }) {
  const navigate = useNavigate()
  const online = useSync((sync) => sync.online)
  const complete = useOpenList(({ products }) => isComplete(products))
  const [opened, setOpened] = useState(false)
  useEffect(
    () =>
      useOpenList.subscribe((now, before) => {
        if (before.status === 'ready' && completes(before.products, now.products)) setOpened(true)
      }),
    [],
  )
  const close = () => setOpened(false)
  const [busy, setBusy] = useState(false)
  const mayArchive = can(roleOf(list), 'archive')
  return (
    <Modal
      opened={opened && complete && online && list.listStatus !== 'archiwum'}
      onClose={close}
      fullScreen={fullScreen}
      centered
      withCloseButton={false}
      transitionProps={{ transition: 'fade', duration: 200 }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      <DonePicture />
      <Modal.Title>
        <Trans>All bought</Trans>
      </Modal.Title>
      <p>
        {mayArchive ? (
          <Trans>Everything on this list is in the basket. Put the list away now?</Trans>
        ) : (
          <Trans>Everything on this list is in the basket.</Trans>
        )}
      </p>
      <div className={classes.buttons}>
        {mayArchive && (
          <Button
            data-autofocus
            fullWidth
            loading={busy}
            onClick={async () => {
              setBusy(true)
              const archived = await archiveList(list.id)
              setBusy(false)
              close()
              if (archived) await navigate({ to: '/app' })
            }}
          >
            <Trans>Archive</Trans>
          </Button>
        )}
        <Button variant={mayArchive ? 'default' : 'filled'} fullWidth onClick={close}>
          {mayArchive ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
        </Button>
      </div>
    </Modal>
  )
}
