import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import {
  IconCircleCheck,
  IconClockX,
  IconCloudX,
  IconLinkOff,
  IconMailQuestion,
  IconUserX,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { ProblemError } from '../../../device/failures.ts'
import { activate } from '../state/calls.ts'
import { isSignedIn, useSession } from '../session/session.ts'
import { CardPage, type CardPageProps } from '../card-page.tsx'
import { ResendForm } from './resend-form.tsx'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'

type Activation = 'done' | 'expired' | 'deleted' | 'unknown' | 'serverError' | 'unreachable'

async function askServer(code: string): Promise<Activation> {
  try {
    await activate(code)
    return 'done'
  } catch (error) {
    if (!(error instanceof ProblemError)) return 'unreachable'
    switch (error.problem.status) {
      case 410:
        return 'expired'
      case 400:
        return 'deleted'
      case 404:
        return 'unknown'
      default:
        return 'serverError'
    }
  }
}

const asked = new Map<string, Promise<Activation>>()

/** Activates the account of a mailed link. A link works once, so a page that renders twice must share one request. */
function followLink(code: string): Promise<Activation> {
  let answer = asked.get(code)
  if (!answer) {
    answer = askServer(code)
    asked.set(code, answer)
  }
  return answer
}

function forgetLink(code: string): void {
  asked.delete(code)
}

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
  return (
    <div aria-live="polite">
      {result === null ? (
        <CardPage icon="busy" title={<Trans>Activating your account…</Trans>} />
      ) : (
        <CardPage {...results[result]}>
          {results[result].children ?? (
            <Button onClick={again}>
              <Trans>Try again</Trans>
            </Button>
          )}
        </CardPage>
      )}
    </div>
  )
}

/** What is said and offered; without `children` the link can be tried again. */
const results: Record<Activation, CardPageProps> = {
  done: {
    icon: IconCircleCheck,
    good: true,
    title: <Trans>Your account is active</Trans>,
    lead: <Trans>You can now share lists and edit your profile.</Trans>,
    children: (
      <>
        <OnwardButton />
        <NotMe />
      </>
    ),
  },
  expired: {
    icon: IconClockX,
    title: <Trans>This link no longer works</Trans>,
    lead: (
      <Trans>
        It has expired or was already used. If your account is active, just log in; otherwise ask for a new
        link.
      </Trans>
    ),
    children: (
      <>
        <OnwardButton />
        <ResendForm />
      </>
    ),
  },
  deleted: {
    icon: IconUserX,
    title: <Trans>This account has been deleted</Trans>,
    lead: <Trans>Log in within 30 days of the deletion to get it back.</Trans>,
    children: <OnwardButton />,
  },
  unknown: {
    icon: IconLinkOff,
    title: <Trans>We do not recognise this link</Trans>,
    lead: <Trans>Part of it may be missing, or a newer link has replaced it. Ask for a new one.</Trans>,
    children: <ResendForm />,
  },
  serverError: {
    icon: IconMailQuestion,
    title: <Trans>The server has a problem</Trans>,
    lead: <Trans>Your link is still valid. Try again in a moment.</Trans>,
  },
  unreachable: {
    icon: IconCloudX,
    title: <Trans>Connection error with the server</Trans>,
    lead: <Trans>Your link is still valid. Try again when you are online.</Trans>,
  },
}

/**
 * Offers to set a new password if there is no session: somebody else may have registered with the reader's address, and
 * then that person's password works.
 */
function NotMe() {
  const signedIn = useSession(isSignedIn)
  if (signedIn) return null
  return (
    <Text c="dimmed" ta="center">
      <Trans>
        Was it not you who registered? <LinkAnchor to="/auth/forgot-password">Set a new password</LinkAnchor>
      </Trans>
    </Text>
  )
}

function OnwardButton() {
  const signedIn = useSession(isSignedIn)
  return (
    // '/' leads to the page wanted before the registration, else to the lists.
    <LinkButton to={signedIn ? '/' : '/auth/login'}>
      {signedIn ? <Trans>Go to my lists</Trans> : <Trans>Log in</Trans>}
    </LinkButton>
  )
}
