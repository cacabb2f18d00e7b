import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { List, Member } from '../../../core/contract/shapes.ts'
import { leaveList, sendList } from './sharing.ts'
import { isMakingList, useSync } from '../../sync/sync-status.ts'
import { useSession, who } from '../../account/session/session.ts'
import { AccountOffer } from '../../trial/trial.tsx'
import { SidePanel } from '../../ui/dialog/side-panel.tsx'
import { Faces, SharingQuestion } from './faces.tsx'
import { GuestLinks } from './guest-links.tsx'
import { Invites, Members, RemoveMember } from './people.tsx'
import { ReadLink } from './read-link.tsx'
import { EmailForm, ShareForm } from './share-form.tsx'
import classes from './share.module.css'
import { BusyButton } from '../../ui/busy-button.tsx'

/** Sharing: the owner manages members and links, and sends the list; a member sees the link and can leave. */
export function SharePanel({ list }: { list: List }) {
  return useSession(who) === 'trial' ? <SharingOffer /> : <Sharing list={list} />
}

function SharingOffer() {
  return (
    <Stack>
      <Text c="dimmed">
        <Trans>Sharing needs an account. This list moves into it, as it is.</Trans>
      </Text>
      <AccountOffer />
    </Stack>
  )
}

function Sharing({ list }: { list: List }) {
  const { t } = useLingui()
  const isOnline = useSync((sync) => sync.online)
  const isNew = useSync((sync) => isMakingList(sync, list.id))
  const online = isOnline && !isNew
  const panel = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const focusPanel = () => panel.current?.focus({ preventScroll: true })
  const [uncopied, setUncopied] = useState<string | null>(null)
  const [leaver, setLeaver] = useState<Member | null>(null)
  return (
    <div ref={panel} tabIndex={-1} className={classes.panel}>
      {!online && (
        <Alert>
          {isOnline ? (
            <Trans>This list is on its way to the server. Sharing waits for it.</Trans>
          ) : (
            <Trans>You are offline. Sharing needs a connection.</Trans>
          )}
        </Alert>
      )}
      {list.owner ? (
        <>
          <ReadLink list={list} online={online} owner={false} />
          <Leaving list={list} online={online} />
        </>
      ) : (
        <>
          <Stack>
            <SharingQuestion />
            <Faces list={list} online={online} onFocusLost={focusPanel} />
            <ShareForm listId={list.id} online={online} onFocusLost={focusPanel} onUncopied={setUncopied} />
          </Stack>
          <Stack>
            <Members
              listId={list.id}
              online={online}
              onRemove={(member) => {
                setLeaver(member)
                setAsking(true)
              }}
            />
            <Invites
              list={list}
              online={online}
              uncopied={uncopied}
              onUncopied={setUncopied}
              onFocusLost={focusPanel}
            />
          </Stack>
          <RemoveMember
            listId={list.id}
            member={leaver}
            opened={asking}
            onClose={() => setAsking(false)}
            onGone={focusPanel}
          />
          <GuestLinks list={list} online={online} onFocusLost={focusPanel} />
          <ReadLink list={list} online={online} owner />
          <Stack component="section" gap={10} className={classes.section}>
            <Title order={3}>
              <Trans>Send by email</Trans>
            </Title>
            <EmailForm
              label={t`Send the current list to`}
              button={t`Send`}
              online={online}
              send={(email) => sendList(list.id, email)}
            />
          </Stack>
        </>
      )}
    </div>
  )
}

function Leaving({ list, online }: { list: List; online: boolean }) {
  const navigate = useNavigate()
  return (
    <>
      <Text c="dimmed">
        <Trans>
          If you leave, the list disappears from all your devices. Only its owner can share it with you again.
        </Trans>
      </Text>
      <BusyButton
        variant="default"
        fullWidth
        disabled={!online}
        onClick={async () => {
          const left = await leaveList(list.id)
          if (left) await navigate({ to: '/app/shared' })
        }}
      >
        <Trans>Leave the list</Trans>
      </BusyButton>
    </>
  )
}

export interface ShareSheetProps {
  opened: boolean
  onClose: () => void
  list: List
}

/** Sharing in a side panel, for screens without room beside the list. */
export function ShareSheet({ opened, onClose, list }: ShareSheetProps) {
  const { t } = useLingui()
  return (
    <SidePanel opened={opened} onClose={onClose} title={t`Sharing`}>
      <SharePanel list={list} />
    </SidePanel>
  )
}
