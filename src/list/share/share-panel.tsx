import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { List, Member } from '../../../core/contract/shapes.ts'
import { leaveList, sendList, share } from '../../state/lists/list-actions.ts'
import { membersChanged, useMembers } from '../../state/lists/members.ts'
import { useOverview } from '../../state/lists/overview.ts'
import { useSync } from '../../state/lists/sync.ts'
import { EmailForm } from './email-form.tsx'
import { MemberRow } from './member-row.tsx'
import { ReadLink } from './read-link.tsx'
import { RemoveMember } from './remove-member.tsx'
import classes from './share-panel.module.css'

/** Sharing: the owner manages members and the link and sends the list; a member sees the link and may leave. */
export function SharePanel({ list }: { list: List }) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  const panel = useRef<HTMLDivElement>(null)
  const [asking, setAsking] = useState(false)
  const [leaver, setLeaver] = useState<Member | null>(null)
  return (
    <div ref={panel} tabIndex={-1} className={classes.panel}>
      {!online && (
        <p className={classes.offline}>
          <Trans>You are offline. Sharing needs a connection.</Trans>
        </p>
      )}
      {list.owner ? (
        <>
          <ReadLink list={list} online={online} owner={false} />
          <Leaving list={list} online={online} />
        </>
      ) : (
        <>
          <EmailForm
            label={t`E-mail of the person`}
            button={t`Share`}
            online={online}
            send={async (email) => {
              const shared = await share(list.id, email)
              if (shared) await membersChanged(list.id)
              return shared
            }}
          />
          <Members
            listId={list.id}
            online={online}
            onRemove={(member) => {
              setLeaver(member)
              setAsking(true)
            }}
          />
          <RemoveMember
            listId={list.id}
            member={leaver}
            opened={asking}
            onClose={() => setAsking(false)}
            onGone={() => panel.current?.focus({ preventScroll: true })}
          />
          <ReadLink list={list} online={online} owner />
          <section className={classes.link}>
            <h3 className={classes.heading}>
              <Trans>Send by e-mail</Trans>
            </h3>
            <EmailForm
              label={t`Send the list as it is now to`}
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
        <Trans>When you leave, the list goes from all your devices. Only its owner can share it again.</Trans>
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
    // Members may have joined, left or opened the list, also through another device.
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
