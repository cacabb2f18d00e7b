import { Trans, useLingui } from '@lingui/react/macro'
import type { Member } from '../../../core/contract/shapes.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { unshare } from '../../state/lists/sharing.ts'
import { membersChanged } from '../../state/lists/members.ts'

interface RemoveMemberProps {
  listId: string
  /** kept while the dialog closes */
  member: Member | null
  opened: boolean
  onClose: () => void
  onGone: () => void
}

export function RemoveMember({ listId, member, opened, onClose, onGone }: RemoveMemberProps) {
  const { t } = useLingui()
  const { name = '', email = '' } = member ?? {}
  const who = name ? `${name} (${email})` : email
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Remove this person from the list?`}
      confirm={t`Remove`}
      onConfirm={async () => {
        if (!(await unshare(listId, email))) return
        await membersChanged(listId)
        onGone()
      }}
    >
      <Trans>
        The list will disappear from all devices of <strong>{who}</strong>. Links to the list, for reading or
        joining, stop working. You can share it again at any time.
      </Trans>
    </ConfirmDialog>
  )
}
