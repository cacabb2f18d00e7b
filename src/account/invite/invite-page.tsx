import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import {
  IconCircleCheck,
  IconMailExclamation,
  IconClockX,
  IconCloudX,
  IconLinkOff,
  IconUserCheck,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Invited, List } from '../../../core/contract/shapes.ts'
import { allowsMore } from '../../../core/product/permissions.ts'
import { useShownLists } from '../../sync/use-lists.ts'
import { resendAndTell } from '../state/calls.ts'
import { isSignedIn, useSession } from '../session/session.ts'
import { LinkButton } from '../../ui/links.tsx'
import { texts } from '../../texts/texts.ts'
import { CardPage, type CardPageProps, Problem } from '../card-page.tsx'
import { focusPage } from '../fields.tsx'
import { Inviting, Join } from './join.tsx'
import { MailedForm } from './mailed-form.tsx'
import { askInvite, type Invitation, useInvite, type InviteProblem, type Mailed } from './use-invite.ts'

/** An invitation to a list, for anybody with its link, with or without an account. */
export function InvitePage({ code, found, mailed }: InvitePageProps) {
  const invitation = useInvite(code, found, mailed)
  return (
    <div aria-live="polite">
      <Shown {...invitation} code={code} mailed={mailed} />
    </div>
  )
}

interface InvitePageProps {
  code: string
  found: Invited | InviteProblem
  mailed: Mailed | null
}

function Shown({ mailed, code, ...invitation }: Invitation & Omit<InvitePageProps, 'found'>) {
  const { found, problem, again } = invitation
  const lists = useShownLists()
  const signedIn = useSession(isSignedIn)
  const [wantsOther, setWantsOther] = useState(false)
  // Stays until the list opens, although somebody is signed in by then.
  const [isNew, setIsNew] = useState(false)
  if (typeof found === 'string') return <NoInvite problem={found} again={again} />
  if (isNew || (mailed && !mailed.hasAccount && !signedIn && !wantsOther))
    return (
      <Inviting invited={found}>
        {mailed && (
          <MailedForm
            code={code}
            listId={found.id}
            mailed={mailed}
            onSend={setIsNew}
            onOther={() => {
              focusPage()
              setWantsOther(true)
            }}
          />
        )}
      </Inviting>
    )
  const mine = lists?.find(({ id }) => id === found.id)
  const gains = mine?.owner && allowsMore(found.permission, mine.permissions)
  if (problem === 'forOther')
    return (
      <ForOther
        code={code}
        listId={found.id}
        isIn={mine !== undefined && !gains}
        sentTo={mailed?.email ?? null}
        {...invitation}
      />
    )
  if (mine && !gains) return <AlreadyMine list={mine} />
  if (problem === 'notActivated') return <NotActivated invited={found} {...invitation} />
  return <Join invited={found} account={(!wantsOther && mailed?.email) || null} {...invitation} />
}

/** Shown until the server has answered. An answer within 200 ms needs no such page. */
export function Looking() {
  const [late, setLate] = useState(false)
  useTimeout(() => setLate(true), 200, { autoInvoke: true })
  if (!late) return null
  return <CardPage icon="busy" title={<Trans>Looking for the invitation…</Trans>} />
}

/** Shown if the user owns the list, or has at least the permission that the invitation grants. */
function AlreadyMine({ list }: { list: List }) {
  const { id, listName, owner } = list
  return (
    <CardPage
      icon={IconCircleCheck}
      title={owner ? <Trans>You have this list already</Trans> : <Trans>This is your own list</Trans>}
      lead={
        owner ? (
          <Trans>
            <strong>{listName}</strong> is among your lists. The invitation stays open for somebody else.
          </Trans>
        ) : (
          <Trans>
            Send the link to the person whom you want to have <strong>{listName}</strong>.
          </Trans>
        )
      }
    >
      <LinkButton to="/app/details/$id" params={{ id }}>
        <Trans>Open the list</Trans>
      </LinkButton>
    </CardPage>
  )
}

type NotActivatedProps = Pick<Invitation, 'busy' | 'accept'> & { invited: Invited }

/** Accepting shows the user's address to the list's owner, so the address must be confirmed first. */
function NotActivated({ invited, busy, accept }: NotActivatedProps) {
  const email = useSession(({ session }) => session?.email)
  const { listName } = invited
  return (
    <CardPage
      icon={IconMailExclamation}
      title={<Trans>One more step</Trans>}
      lead={
        <Trans>
          Activate your account with the link that we sent to <strong>{email}</strong>. Then{' '}
          <strong>{listName}</strong> opens here.
        </Trans>
      }
    >
      <Button loading={busy} onClick={accept}>
        <Trans>Open the list</Trans>
      </Button>
      <Button variant="default" onClick={() => void resendAndTell()}>
        <Trans>Send the link again</Trans>
      </Button>
      <LinkButton variant="subtle" to="/app">
        <Trans>To the shopping lists</Trans>
      </LinkButton>
    </CardPage>
  )
}

interface ForOtherProps extends Pick<Invitation, 'refuse'> {
  code: string
  listId: string
  /** the owner has let this account in */
  isIn: boolean
  /** where the invitation was mailed, if this visitor got the mail */
  sentTo: string | null
}

/** The invitation was mailed to another address than that of the account: only the list's owner can let it in. */
function ForOther({ code, listId, isIn, sentTo, refuse }: ForOtherProps) {
  const email = useSession(({ session }) => session?.email)
  const [step, setStep] = useState<'ask' | 'busy' | 'asked' | 'unreachable' | 'serverError'>('ask')
  async function ask(): Promise<void> {
    setStep('busy')
    const failed = await askInvite(code)
    if (failed === null) setStep('asked')
    else if (failed === 'unreachable' || failed === 'serverError') setStep(failed)
    else refuse(failed)
  }
  if (isIn)
    return (
      <CardPage
        icon={IconCircleCheck}
        title={<Trans>The list’s owner has let you in</Trans>}
        lead={<Trans>The list is among your lists now.</Trans>}
      >
        <LinkButton to="/app/details/$id" params={{ id: listId }}>
          <Trans>Open the list</Trans>
        </LinkButton>
      </CardPage>
    )
  if (step === 'asked')
    return (
      <CardPage
        icon={IconCircleCheck}
        title={<Trans>The list’s owner has been asked</Trans>}
        lead={
          <Trans>As soon as they let you in, the list is among your lists. You need not wait here.</Trans>
        }
      >
        <LinkButton to="/app">
          <Trans>To the shopping lists</Trans>
        </LinkButton>
      </CardPage>
    )
  const failed =
    step === 'unreachable' ? texts.noConnection : step === 'serverError' ? texts.serverError : null
  return (
    <CardPage
      icon={IconMailExclamation}
      title={<Trans>This invitation was mailed to somebody else</Trans>}
      lead={
        sentTo === null ? (
          <Trans>
            You are logged in as <strong>{email}</strong>, and it was mailed to another address. If both are
            yours, log in with that one, or ask the list’s owner to let this account in.
          </Trans>
        ) : (
          <Trans>
            You are logged in as <strong>{email}</strong>, and it was mailed to <strong>{sentTo}</strong>. If
            both are yours, log in with that one, or ask the list’s owner to let this account in.
          </Trans>
        )
      }
    >
      <Problem text={failed} />
      <Button loading={step === 'busy'} onClick={() => void ask()}>
        <Trans>Ask the owner</Trans>
      </Button>
      <Text size="sm" c="dimmed">
        <Trans>They see your name and your address.</Trans>
      </Text>
      <LinkButton variant="subtle" to="/app">
        <Trans>To the shopping lists</Trans>
      </LinkButton>
    </CardPage>
  )
}

/** Why the invitation cannot be used. Otherwise it could not be loaded, and can be tried again. */
const refusals: Partial<Record<InviteProblem, CardPageProps>> = {
  expired: {
    icon: IconClockX,
    title: <Trans>This invitation has expired</Trans>,
    lead: <Trans>Invitations work for 7 days. Ask the person who sent it for a new one.</Trans>,
  },
  revoked: {
    icon: IconLinkOff,
    title: <Trans>This invitation was taken back</Trans>,
    lead: <Trans>Perhaps a newer one took its place. Ask the person who sent it.</Trans>,
  },
  used: {
    icon: IconUserCheck,
    title: <Trans>This invitation has been used</Trans>,
    lead: (
      <Trans>
        It was for one person. If that was you, log in with the same account: the list is there. If not, ask
        for a new one.
      </Trans>
    ),
  },
  unknown: {
    icon: IconLinkOff,
    title: <Trans>We do not know this invitation</Trans>,
    lead: (
      <Trans>
        Perhaps a part of the link got lost, or the list is gone. Ask the person who sent it for a new one.
      </Trans>
    ),
  },
}

function NoInvite({ problem, again }: { problem: InviteProblem; again: () => void }) {
  const refusal = refusals[problem]
  if (refusal)
    return (
      <CardPage {...refusal}>
        <LinkButton to="/" variant="default">
          <Trans>To the start page</Trans>
        </LinkButton>
      </CardPage>
    )
  return (
    <CardPage
      icon={IconCloudX}
      title={<Trans>The invitation could not be loaded</Trans>}
      lead={
        problem === 'unreachable' ? (
          <Trans>There is no connection. The link is still good: try again when you are online.</Trans>
        ) : (
          <Trans>The server has a problem. The link is still good: try again in a moment.</Trans>
        )
      }
    >
      <Button onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </CardPage>
  )
}
