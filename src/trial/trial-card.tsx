import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { IconDeviceMobile } from '@tabler/icons-react'
import { tellTrialOnce, useTrialTold } from '../state/session/trial-told.ts'
import { useOverview } from '../state/lists/overview.ts'
import { isTrial, useSession } from '../state/session/session.ts'
import { OfferCard } from '../ui/offer-card.tsx'
import { LinkButton } from '../ui/links.tsx'

/** Warns once, as soon as there is a list, that a browser may clear data that is only on this device. */
export function TrialCard() {
  const { t } = useLingui()
  const trial = useSession(isTrial)
  const told = useTrialTold((state) => state.told)
  const hasLists = useOverview(({ lists }) => lists !== null && lists.length > 0)
  const onLists = useRouterState({ select: (state) => /^\/app\/?$/.test(state.location.pathname) })
  if (!trial || told || !hasLists || !onLists) return null
  return (
    <OfferCard
      label={t`Without an account`}
      picture={<IconDeviceMobile size={36} stroke={1.5} aria-hidden="true" />}
      title={<Trans>Your lists are on this device only.</Trans>}
      text={<Trans>A browser may clear them one day. An account keeps them, on all your devices.</Trans>}
    >
      <Button variant="subtle" size="sm" onClick={tellTrialOnce}>
        <Trans>Got it</Trans>
      </Button>
      <LinkButton to="/auth/register" size="sm" onClick={tellTrialOnce}>
        <Trans>Create an account</Trans>
      </LinkButton>
    </OfferCard>
  )
}
