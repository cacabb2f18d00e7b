import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Box, Button, CloseButton, Group, Text, Title } from '@mantine/core'
import { IconMailExclamation, IconWifiOff } from '@tabler/icons-react'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { install, refuseInstall, useInstall } from './install.ts'
import { resendAndTell } from '../account/state/calls.ts'
import { changeSettings, useDeviceSettings } from '../account/session/device-settings.ts'
import { isSignedIn, useSession, who } from '../account/session/session.ts'
import { useSync } from '../sync/sync-status.ts'
import { useTrialTold } from '../trial/trial-state.ts'
import { accountTexts } from '../texts/account-texts.ts'
import { OfferCard } from '../ui/offer-card.tsx'
import { useWide } from '../lib/use-wide.ts'

/** A quiet strip, not an alarm, since being offline is normal while shopping. What waits is said by the sync status. */
export function OfflineBanner() {
  const online = useSync((sync) => sync.online)
  const trial = useSession(who) === 'trial'
  const wide = useWide()
  if (online) return null
  return (
    <Group
      role="status"
      data-strip="offline"
      gap="sm"
      wrap="nowrap"
      mih="2.8125rem"
      px="var(--app-gutter)"
      pos="sticky"
      top="var(--app-header)"
      bg="var(--app-tint)"
      style={{ zIndex: 65, borderBottom: '1px solid var(--app-border)' }}
    >
      <IconWifiOff size={22} stroke={1.75} aria-hidden="true" color="var(--app-link)" />
      <Group gap="sm" flex={1}>
        <Text fw={700}>
          <Trans>You are offline</Trans>
        </Text>
        {/* The strip has one line. */}
        {wide && (
          <Text c="dimmed" className="if-high">
            {trial ? (
              <Trans>Carry on: everything is kept on this device.</Trans>
            ) : (
              <Trans>Carry on: everything is kept on this device and sent when you are back online.</Trans>
            )}
          </Text>
        )}
      </Group>
    </Group>
  )
}

/** What an inactive account can do, and how to activate it, unless the user closed it since the login. */
export function InactiveBanner() {
  const { t } = useLingui()
  const inactive = useSession((state) =>
    isSignedIn(state) && state.profile && state.profile.status !== 'A' ? state.profile.id : null,
  )
  const closedBy = useDeviceSettings((device) => device.inactiveBannerClosed.closedBy)
  if (inactive === null || inactive === closedBy) return null
  return (
    <Alert
      role="region"
      aria-label={t(accountTexts.inactiveAccount)}
      color="yellow"
      p="sm"
      mt="sm"
      mx="var(--app-gutter)"
      icon={<IconMailExclamation size={22} stroke={1.75} aria-hidden="true" />}
    >
      <Group gap="xs" wrap="nowrap" align="start">
        <Group gap="xs" flex={1} miw={0}>
          <Box flex="1 1 14rem" miw={0}>
            <Title order={2} size="md">
              {t(accountTexts.inactiveAccount)}
            </Title>
            <Text size="sm">
              {t(accountTexts.inactiveAccountDescription)} <b>{t(accountTexts.inactiveAccountSafe)}</b>
            </Text>
          </Box>
          <Button variant="default" size="sm" h={44} onClick={() => void resendAndTell()}>
            <Trans>Send the link again</Trans>
          </Button>
        </Group>
        <CloseButton
          aria-label={t`Close`}
          onClick={() => changeSettings('inactiveBannerClosed', { closedBy: inactive })}
        />
      </Group>
    </Alert>
  )
}

/** Offers the installation to returning users, only on the page of their lists. */
export function InstallOffer() {
  const onLists = useRouterState({ select: ({ location }) => /^\/app\/?$/.test(location.pathname) })
  return onLists && <InstallCard />
}

/**
 * The card is above the lists and must not push them down: an offer that comes later is shown the next time the lists
 * are opened.
 */
function InstallCard() {
  const { t } = useLingui()
  const offered = useInstall(({ way, offered: isOffered }) => way !== null && isOffered)
  const [inTime] = useState(offered)
  const trial = useSession(who) === 'trial'
  const isTold = useTrialTold((state) => state.told)
  // One card at a time: the trial card, which warns that the lists may be lost, comes first.
  if (!offered || !inTime || (trial && !isTold)) return null
  return (
    <OfferCard
      label={t`Install the app`}
      picture={<img src="/icons/icon-192.png" alt="" width="44" height="44" />}
      title={<Trans>Keep your lists one tap away.</Trans>}
      text={<Trans>Once installed, the app opens from your home screen, with or without a signal.</Trans>}
    >
      <Button variant="subtle" size="sm" h={44} onClick={refuseInstall}>
        <Trans>Not now</Trans>
      </Button>
      <Button size="sm" h={44} onClick={() => void install()}>
        <Trans>Install</Trans>
      </Button>
    </OfferCard>
  )
}
