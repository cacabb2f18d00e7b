import { Trans } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import {
  IconCircleCheck,
  IconClockX,
  IconCloudX,
  IconLinkOff,
  IconMailQuestion,
  IconUserX,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isSignedIn, useSession } from '../../state/session/session.ts'
import classes from '../account.module.css'
import { type Activation, followLink, forgetLink } from './activation.ts'
import { Card } from '../card.tsx'
import { ResendForm } from './resend-form.tsx'
import { LinkButton } from '../../ui/links.tsx'

export function ActivatePage({ code }: { code: string }) {
  const [result, setResult] = useState<Activation | null>(null)
  const [asking, setAsking] = useState(() => followLink(code))
  useEffect(() => {
    let shown = true
    void asking.then((answer) => shown && setResult(answer))
    return () => {
      shown = false
    }
  }, [asking])

  function again() {
    forgetLink(code)
    setResult(null)
    setAsking(followLink(code))
  }
  return <div aria-live="polite">{pageOf(result, again)}</div>
}

const iconProps = { size: 32, stroke: 1.75, 'aria-hidden': true } as const

function pageOf(result: Activation | null, again: () => void): ReactNode {
  switch (result) {
    case null:
      return <Card symbol={<Loader size={28} />} title={<Trans>Activating your account…</Trans>} />
    case 'done':
      return (
        <Card
          symbol={<IconCircleCheck {...iconProps} />}
          good
          title={<Trans>Your account is active</Trans>}
          lead={<Trans>You can now share lists and edit your profile.</Trans>}
        >
          <OnwardButton />
          <NotMe />
        </Card>
      )
    case 'expired':
      return (
        <Card
          symbol={<IconClockX {...iconProps} />}
          title={<Trans>This link no longer works</Trans>}
          lead={
            <Trans>
              It has expired or was already used. If your account is active, just log in; otherwise ask for a
              new link.
            </Trans>
          }
        >
          <OnwardButton />
          <ResendForm />
        </Card>
      )
    case 'deleted':
      return (
        <Card
          symbol={<IconUserX {...iconProps} />}
          title={<Trans>This account has been deleted</Trans>}
          lead={<Trans>Log in within 30 days of the deletion to get it back.</Trans>}
        >
          <OnwardButton />
        </Card>
      )
    case 'unknown':
      return (
        <Card
          symbol={<IconLinkOff {...iconProps} />}
          title={<Trans>We do not recognise this link</Trans>}
          lead={<Trans>Part of it may be missing, or a newer link has replaced it. Ask for a new one.</Trans>}
        >
          <ResendForm />
        </Card>
      )
    case 'serverError':
      return (
        <Card
          symbol={<IconMailQuestion {...iconProps} />}
          title={<Trans>The server has a problem</Trans>}
          lead={<Trans>Your link is still valid. Try again in a moment.</Trans>}
        >
          <AgainButton again={again} />
        </Card>
      )
    case 'unreachable':
      return (
        <Card
          symbol={<IconCloudX {...iconProps} />}
          title={<Trans>Connection error with the server</Trans>}
          lead={<Trans>Your link is still valid. Try again when you are online.</Trans>}
        >
          <AgainButton again={again} />
        </Card>
      )
  }
}

function AgainButton({ again }: { again: () => void }) {
  return (
    <div className={classes.buttons}>
      <Button onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}

/**
 * Offers to set a new password if there is no session: somebody else may have registered with the reader's address, and
 * then that person's password works.
 */
function NotMe() {
  const signedIn = useSession(isSignedIn)
  if (signedIn) return null
  return (
    <p className={classes.other}>
      <Trans>
        Was it not you who registered? <Link to="/auth/forgot-password">Set a new password</Link>
      </Trans>
    </p>
  )
}

function OnwardButton() {
  const signedIn = useSession(isSignedIn)
  return (
    <div className={classes.buttons}>
      {/* '/' leads to the page wanted before the registration, else to the lists. */}
      <LinkButton to={signedIn ? '/' : '/auth/login'}>
        {signedIn ? <Trans>Go to my lists</Trans> : <Trans>Log in</Trans>}
      </LinkButton>
    </div>
  )
}
