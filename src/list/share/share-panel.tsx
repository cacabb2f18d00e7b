import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { List, Member } from '../../../core/contract/shapes.ts'
import { leaveList, sendList } from '../../state/lists/sharing.ts'
import { membersChanged, useMembers } from '../../state/lists/members.ts'
import { useOverview } from '../../state/lists/overview.ts'
import { isMakingList, useSync } from '../../state/lists/sync.ts'
import { isTrial, useSession } from '../../state/session/session.ts'
import { AccountOffer } from '../../trial/account-offer.tsx'
import { EmailForm } from './email-form.tsx'
import { Invites } from './invites.tsx'
import { MemberRow } from './member-row.tsx'
import { ReadLink } from './read-link.tsx'
import { RemoveMember } from './remove-member.tsx'
import { ShareForm } from './share-form.tsx'
import classes from './share-panel.module.css'

/** Sharing: the owner manages members and the link, and sends the list; a member sees the link and can leave. */
export function SharePanel({ list }: { list: List }) {
  return useSession(isTrial) ? <SharingOffer /> : <Sharing list={list} />
}

function SharingOffer() {
  return (
    <div className={classes.panel}>
      <p className={classes.text}>
        <Trans>Sharing needs an account. This list moves into it, as it is.</Trans>
      </p>
      <AccountOffer />
    </div>
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
        <p className={classes.offline}>
          {isOnline ? (
            <Trans>This list is on its way to the server. Sharing waits for it.</Trans>
          ) : (
            <Trans>You are offline. Sharing needs a connection.</Trans>
          )}
        </p>
      )}
      {list.owner ? (
        <>
          <ReadLink list={list} online={online} owner={false} />
          <Leaving list={list} online={online} />
        </>
      ) : (
        <>
          <ShareForm listId={list.id} online={online} onFocusLost={focusPanel} onUncopied={setUncopied} />
          <div className={classes.people}>
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
          </div>
          <RemoveMember
            listId={list.id}
            member={leaver}
            opened={asking}
            onClose={() => setAsking(false)}
            onGone={focusPanel}
          />
          <ReadLink list={list} online={online} owner />
          <section className={classes.link}>
            <h3 className={classes.heading}>
              <Trans>Send by email</Trans>
            </h3>
            <EmailForm
              label={t`Send the current list to`}
              button={t`Send`}
              online={online}
              send={(email) => sendList(list.id, email)}
            />
          </section>
        </>
      )}
    </div>
  )
}

function Leaving({ list, online }: { list: List; online: boolean }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  return (
    <>
      <p className={classes.text}>
        <Trans>
          If you leave, the list disappears from all your devices. Only its owner can share it with you again.
        </Trans>
      </p>
      <Button
        variant="default"
        fullWidth
        loading={busy}
        disabled={!online}
        onClick={async () => {
          setBusy(true)
          const left = await leaveList(list.id)
          setBusy(false)
          if (left) await navigate({ to: '/app/shared' })
        }}
      >
        <Trans>Leave the list</Trans>
      </Button>
    </>
  )
}

interface MembersProps {
  listId: string
  online: boolean
  onRemove: (member: Member) => void
}

function Members({ listId, online, onRemove }: MembersProps) {
  const { data: members } = useMembers(listId, online)
  useEffect(() => {
    if (!online) return
    // After a pull of the lists, members may have joined, left or opened the list, also through another device.
    return useOverview.subscribe((now, before) => {
      if (now.pulls !== before.pulls) void membersChanged(listId)
    })
  }, [online, listId])
  return (
    <>
      {members && members.length > 0 && (
        <ul className={classes.members}>
          {members.map((member) => (
            <MemberRow
              key={member.email}
              listId={listId}
              member={member}
              online={online}
              onRemove={() => onRemove(member)}
            />
          ))}
        </ul>
      )}
      {members?.length === 0 && (
        <p className={classes.text}>
          <Trans>Nobody else has this list yet.</Trans>
        </p>
      )}
    </>
  )
}
