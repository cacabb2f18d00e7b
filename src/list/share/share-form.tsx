import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconLink, IconMailForward } from '@tabler/icons-react'
import { useState } from 'react'
import type { Permission } from '../../../core/product/entities.ts'
import { invite } from '../../state/lists/invites.ts'
import { share } from '../../state/lists/sharing.ts'
import { membersChanged } from '../../state/lists/members.ts'
import { sharingTexts } from '../../texts/list-texts.ts'
import { copyLink } from './copy-link.ts'
import { EmailForm } from './email-form.tsx'
import { PermissionChoice } from './permission-choice.tsx'
import classes from './share-panel.module.css'

interface ShareFormProps {
  listId: string
  online: boolean
  /** the focused element was removed, so the focus must move elsewhere */
  onFocusLost: () => void
  /** the link of this invitation could not be copied */
  onUncopied: (inviteId: string) => void
}

/** Shares the list with somebody who has an account, or invites somebody who has none. */
export function ShareForm({ listId, online, onFocusLost, onUncopied }: ShareFormProps) {
  const { t } = useLingui()
  const [permission, setPermission] = useState<Permission>('edit')
  /** a typed address that belongs to no account */
  const [unknown, setUnknown] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const [busy, setBusy] = useState<'mail' | 'link' | null>(null)

  async function send(email: string): Promise<boolean> {
    setUnknown(null)
    const done = await share(listId, email, permission)
    if (done === 'nobody') setUnknown(email)
    if (done === 'shared') await membersChanged(listId)
    return done === 'shared'
  }

  async function make(email?: string): Promise<void> {
    setBusy(email === undefined ? 'link' : 'mail')
    const made = await invite(listId, permission, email)
    setBusy(null)
    if (made === null) return
    if (email === undefined && !(await copyLink(made.url))) onUncopied(made.id)
    if (unknown === null) return
    setUnknown(null)
    setRound(round + 1)
    onFocusLost()
  }

  const link = (
    <Button
      variant="default"
      fullWidth
      leftSection={<IconLink size={20} stroke={1.75} aria-hidden="true" />}
      loading={busy === 'link'}
      disabled={!online}
      onClick={() => void make()}
    >
      <Trans>Copy an invitation link</Trans>
    </Button>
  )
  return (
    <div className={classes.share}>
      <EmailForm key={round} label={t`Person’s email`} button={t`Share`} online={online} send={send}>
        <PermissionChoice value={permission} online={online} onChange={setPermission} />
      </EmailForm>
      {unknown !== null && (
        <div role="alert" className={classes.offer}>
          <p>
            <strong>{t(sharingTexts.userNotFound)}</strong>
            <Trans>
              No activated account has the address {unknown}. With an invitation they get the list once they
              have one.
            </Trans>
          </p>
          <Button
            fullWidth
            leftSection={<IconMailForward size={20} stroke={1.75} aria-hidden="true" />}
            loading={busy === 'mail'}
            disabled={!online}
            onClick={() => void make(unknown)}
          >
            <Trans>Invite by email</Trans>
          </Button>
          {link}
        </div>
      )}
      {unknown === null && (
        <div className={classes.orLink}>
          <p className={classes.text}>
            <Trans>
              Or send a link yourself. It works for one person and for 7 days, also without an account.
            </Trans>
          </p>
          {link}
        </div>
      )}
    </div>
  )
}
