import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { List } from '../../core/entities.ts'
import { parseEmail } from '../../core/text.ts'
import { leaveList, share } from '../state/list-actions.ts'
import { loadMembers, useMembers } from '../state/members.ts'
import { useSync } from '../state/sync.ts'
import { MemberRow } from './member-row.tsx'
import classes from './share-panel.module.css'

/** Who has the list: the owner adds, changes and removes; a member may leave. */
export function SharePanel({ list }: { list: List }) {
  const online = useSync((sync) => sync.online)
  return (
    <div className={classes.panel}>
      {!online && (
        <p className={classes.offline}>
          <Trans>You are offline. Sharing needs a connection.</Trans>
        </p>
      )}
      {list.owner ? (
        <Leaving list={list} online={online} />
      ) : (
        <>
          <AddMember listId={list.id} online={online} />
          {/* Asked anew when somebody came or left, also from another device. */}
          <Members key={list.sharedWith} listId={list.id} online={online} />
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

function Members({ listId, online }: { listId: string; online: boolean }) {
  const members = useMembers((state) => (state.listId === listId ? state.members : null))
  useEffect(() => {
    if (online) void loadMembers(listId)
  }, [online, listId])
  return (
    <>
      {members && members.length > 0 && (
        <ul className={classes.members}>
          {members.map((member) => (
            <MemberRow key={member.email} listId={listId} member={member} online={online} />
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

function AddMember({ listId, online }: { listId: string; online: boolean }) {
  const { t } = useLingui()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function add() {
    if (email.trim() === '') return setError(t`The form has not been completed`)
    const parsed = parseEmail(email)
    if (!parsed.ok) return setError(t`Invalid email`)
    setBusy(true)
    const shared = await share(listId, parsed.value)
    setBusy(false)
    if (!shared) return
    setEmail('')
    await loadMembers(listId)
  }

  return (
    <form
      className={classes.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <label htmlFor="share-email">
        <Trans>E-mail of the person</Trans>
      </label>
      <div className={classes.addLine}>
        <input
          id="share-email"
          type="email"
          autoComplete="off"
          enterKeyHint="send"
          disabled={!online}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'share-email-error' : undefined}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value)
            setError(null)
          }}
        />
        <Button type="submit" loading={busy} disabled={!online}>
          <Trans>Share</Trans>
        </Button>
      </div>
      {error && (
        <p id="share-email-error" role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </form>
  )
}
