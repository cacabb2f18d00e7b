import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { IconMailOpened } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Invited } from '../../../core/contract/shapes.ts'
import type { Permission } from '../../../core/product/entities.ts'
import { useSync } from '../../sync/sync-status.ts'
import { useRegistration } from '../../visitor/use-registration.ts'
import { isSignedIn, useSession } from '../session/session.ts'
import { formatDate } from '../../texts/format.ts'
import { texts } from '../../texts/texts.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { CardPage, Problem } from '../card-page.tsx'
import type { Invitation } from './use-invite.ts'

interface JoinProps extends Invitation {
  invited: Invited
  /** the address that the invitation was mailed to, if it has an account and this visitor got the mail */
  account: string | null
}

/** Offers to accept the invitation, to log in or to register. */
export function Join({ invited, account, ...invitation }: JoinProps) {
  const signedIn = useSession(isSignedIn)
  return (
    <Inviting invited={invited}>
      {signedIn ? <SignedIn {...invitation} /> : <SignedOut account={account} {...invitation} />}
    </Inviting>
  )
}

/** Says who invites to which list; `children` is what can be done. */
export function Inviting({ invited, children }: { invited: Invited; children: ReactNode }) {
  const language = useLanguage()
  const { listName, ownerName, permission, expiresAt } = invited
  const until = formatDate(expiresAt, language)
  return (
    <CardPage
      icon={IconMailOpened}
      title={
        ownerName === '' ? (
          <Trans>The list’s owner invites you to it</Trans>
        ) : (
          <Trans>{ownerName} invites you to a shopping list</Trans>
        )
      }
      lead={
        <Text span fz="lg" fw={650} c="var(--app-text)">
          {listName}
        </Text>
      }
    >
      <Text c="dimmed">
        <Allowed permission={permission} />
      </Text>
      {children}
      <Text size="sm" c="dimmed">
        <Trans>The invitation is for one person and works until {until}.</Trans>
      </Text>
    </CardPage>
  )
}

function Allowed({ permission }: { permission: Permission }) {
  if (permission === 'edit') return <Trans>You will be able to edit it.</Trans>
  if (permission === 'shopping') return <Trans>You will be able to tick off what you have bought.</Trans>
  return <Trans>You will be able to view it.</Trans>
}

function SignedOut({ account, remember }: Pick<JoinProps, 'account' | 'remember'>) {
  const navigate = useNavigate()
  // Remembered on the device, not in the URL, where the invitation's secret could be seen by others.
  const leave = async (to: '/auth/register' | '/auth/login') => {
    await remember()
    await navigate({ to })
  }
  const isClosed = useRegistration() === 'closed'
  const mayRegister = !isClosed && account === null
  return (
    <>
      {account !== null && (
        <Text>
          <Trans>
            There is an account with the address <strong>{account}</strong>. Log in, and the list opens.
          </Trans>
        </Text>
      )}
      {mayRegister && (
        <Button onClick={() => void leave('/auth/register')}>
          <Trans>Register</Trans>
        </Button>
      )}
      <Button variant={mayRegister ? 'default' : 'filled'} onClick={() => void leave('/auth/login')}>
        <Trans>Log in</Trans>
      </Button>
      {isClosed && (
        <Text size="sm" c="dimmed">
          <Trans>No new accounts are made here.</Trans>
        </Text>
      )}
    </>
  )
}

function SignedIn({ problem, busy, accept }: Pick<Invitation, 'problem' | 'busy' | 'accept'>) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  const email = useSession(({ session }) => session?.email)
  const failed = problem === 'unreachable' ? texts.noConnection : texts.serverError
  return (
    <>
      <Problem text={problem === null || problem === 'signedOut' ? null : failed} />
      <Button loading={busy} disabled={!online} onClick={accept}>
        <Trans>Open the list</Trans>
      </Button>
      <Text size="sm" c="dimmed">
        {online ? (
          <Trans>You are logged in as {email}.</Trans>
        ) : (
          t`You are offline. Sharing needs a connection.`
        )}
      </Text>
    </>
  )
}
