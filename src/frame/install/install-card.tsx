import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { install, refuseInstall } from '../../state/install.ts'
import { isTrial, useSession } from '../../state/session/session.ts'
import { useTrialTold } from '../../state/session/trial-told.ts'
import { OfferCard } from '../../ui/offer-card.tsx'

/** Offers the installation. */
export function InstallCard() {
  const { t } = useLingui()
  const trial = useSession(isTrial)
  const told = useTrialTold((state) => state.told)
  // One card at a time: the trial card, which warns that the lists may be lost, comes first.
  if (trial && !told) return null
  return (
    <OfferCard
      label={t`Install the app`}
      picture={<img src="/icons/icon-192.png" alt="" width="44" height="44" />}
      title={<Trans>Keep your lists one tap away.</Trans>}
      text={<Trans>Once installed, the app opens from your home screen, with or without a signal.</Trans>}
    >
      <Button variant="subtle" size="sm" onClick={refuseInstall}>
        <Trans>Not now</Trans>
      </Button>
      <Button size="sm" onClick={() => void install()}>
        <Trans>Install</Trans>
      </Button>
    </OfferCard>
  )
}
