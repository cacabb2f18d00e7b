import { Trans } from '@lingui/react/macro'
import { Button, Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { List } from '../../core/entities.ts'
import { can, roleOf } from '../../core/permissions.ts'
import { archiveList } from '../state/list-actions.ts'
import classes from './complete-dialog.module.css'
import { DonePicture } from './pictures.tsx'

export interface CompleteDialogProps {
  opened: boolean
  onClose: () => void
  list: List
  fullScreen: boolean
}

/** The moment when all is bought: quiet, and full-screen in the shop. */
export function CompleteDialog({ opened, onClose, list, fullScreen }: CompleteDialogProps) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const mayArchive = can(roleOf(list), 'archive')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
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
              onClose()
              if (archived) await navigate({ to: '/app' })
            }}
          >
            <Trans>Archive</Trans>
          </Button>
        )}
        <Button variant={mayArchive ? 'default' : 'filled'} fullWidth onClick={onClose}>
          {mayArchive ? <Trans>Cancel</Trans> : <Trans>Close</Trans>}
        </Button>
      </div>
    </Modal>
  )
}
