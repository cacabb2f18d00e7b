import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconClockExclamation } from '@tabler/icons-react'
import { useState } from 'react'
import type { List } from '../../../core/contract/shapes.ts'
import { can, roleOf } from '../../../core/product/permissions.ts'
import { takeOver } from './sharing.ts'
import { useSync } from '../../sync/sync-status.ts'
import { useSession } from '../../account/session/session.ts'
import { formatDate } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx'

/** Says that the list goes with its owner's account, to members, who can take it over. */
export function EndingNotice({ list }: { list: List }) {
  const { t } = useLingui()
  const language = useLanguage()
  const online = useSync((sync) => sync.online)
  const isActive = useSession(({ profile }) => profile === null || profile.status === 'A')
  const [asking, setAsking] = useState(false)
  const day = formatDate(list.endsAt ?? '', language)
  const owner = list.owner?.name || list.owner?.email || t`The list’s owner`
  const mayTakeOver = can(roleOf(list), 'takeOver') && isActive
  return (
    <Alert
      color="yellow"
      my="sm"
      icon={<IconClockExclamation size={20} stroke={1.75} aria-hidden="true" />}
      title={<Trans>This list ends on {day}</Trans>}
    >
      <Stack gap="sm" align="start">
        <Text>
          {mayTakeOver ? (
            <Trans>
              {owner} is deleting their account. Until then everything works as before. If you take the list
              over, it stays, with all that is on it and everybody who shares it.
            </Trans>
          ) : (
            <Trans>
              {owner} is deleting their account. Until then everything works as before. Somebody who may edit
              the list can take it over: then it stays.
            </Trans>
          )}
        </Text>
        {mayTakeOver && (
          <Button size="sm" h={44} onClick={() => setAsking(true)}>
            <Trans>Take the list over</Trans>
          </Button>
        )}
      </Stack>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t`Take this list over?`}
        confirm={t`Take over`}
        isSafe
        reason={!online && t`You are offline. Sharing needs a connection.`}
        onConfirm={async () => {
          await takeOver(list.id)
        }}
      >
        <Trans>
          The list is yours then: you share it, archive it and delete it. Links to it, for reading or joining,
          stop working; you can make new ones. If {owner} comes back in time, they can edit it like before,
          and you can remove them.
        </Trans>
      </ConfirmDialog>
    </Alert>
  )
}
