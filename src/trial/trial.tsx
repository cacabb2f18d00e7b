import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useRegistration } from '../visitor/use-registration.ts'
import { useOverview } from '../sync/overview.ts'
import { useSession, who } from '../account/session/session.ts'
import { tellTrialOnce, useTrialTold } from './trial-state.ts'
import { LinkButton } from '../ui/links.tsx'
import { OfferCard } from '../ui/offer-card.tsx'

/** Links from a trial to the registration and the login. Both lead back to this page, with everything that is here. */
export function AccountOffer() {
  const redirect = useRouterState({ select: (state) => state.location.href })
  const mayRegister = useRegistration() !== 'closed'
  return (
    <Group gap="xs">
      {mayRegister && (
        <LinkButton to="/auth/register" search={{ redirect }}>
          <Trans>Create an account</Trans>
        </LinkButton>
      )}
      <LinkButton variant={mayRegister ? 'default' : 'filled'} to="/auth/login" search={{ redirect }}>
        <Trans>Log in</Trans>
      </LinkButton>
    </Group>
  )
}

/** The head of the user menu during a trial. */
export function TrialMenu() {
  return (
    <>
      <Text c="dimmed">
        <Trans>Your lists are on this device only.</Trans>
      </Text>
      <AccountOffer />
    </>
  )
}

/** The panel that the sync status opens during a trial. */
export function TrialPanel() {
  return (
    <>
      <Group gap="sm" mb="xs" wrap="nowrap" fw={600}>
        <IconDeviceMobile size={28} stroke={1.75} aria-hidden="true" color="var(--app-link)" />
        <Trans>Everything is saved on this device, and only here.</Trans>
      </Group>
      <Text c="dimmed" mb="md">
        <Trans>
          With an account your lists are on all your devices and can be shared. What is here moves into it.
        </Trans>
      </Text>
      <AccountOffer />
    </>
  )
}

/** Warns once, as soon as there is a list, that a browser may clear data that is only on this device. */
export function TrialCard() {
  const { t } = useLingui()
  const trial = useSession(who) === 'trial'
  const isTold = useTrialTold((state) => state.told)
  const hasLists = useOverview(({ lists }) => lists !== null && lists.length > 0)
  const onLists = useRouterState({ select: (state) => /^\/app\/?$/.test(state.location.pathname) })
  if (!trial || isTold || !hasLists || !onLists) return null
  return (
    <OfferCard
      label={t`Without an account`}
      picture={<IconDeviceMobile size={36} stroke={1.5} aria-hidden="true" style={{ flex: 'none' }} />}
      title={<Trans>Your lists are on this device only.</Trans>}
      text={<Trans>A browser may clear them one day. An account keeps them, on all your devices.</Trans>}
    >
      <Button variant="subtle" size="sm" h={44} onClick={tellTrialOnce}>
        <Trans>Got it</Trans>
      </Button>
      <LinkButton to="/auth/register" size="sm" h={44} onClick={tellTrialOnce}>
        <Trans>Create an account</Trans>
      </LinkButton>
    </OfferCard>
  )
}
