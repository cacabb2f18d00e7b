import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { install, refuseInstall, useInstall } from '../../state/install.ts'
import classes from './install.module.css'

/** Offers the installation to returning users, only on the page of their lists. */
export function InstallCard() {
  const { t } = useLingui()
  const shown = useInstall(({ way, offered }) => way !== null && offered)
  const onLists = useRouterState({ select: (state) => /^\/app\/?$/.test(state.location.pathname) })
  if (!shown || !onLists) return null
  return (
    <section className={classes.card} aria-label={t`Install the app`}>
      <img src="/icons/icon-192.png" alt="" width="44" height="44" />
      <p>
        <strong>
          <Trans>Keep your lists one tap away.</Trans>
        </strong>
        <span>
          <Trans>Once installed, the app opens from your home screen, with or without a signal.</Trans>
        </span>
      </p>
      <div className={classes.buttons}>
        <Button variant="subtle" size="sm" onClick={refuseInstall}>
          <Trans>Not now</Trans>
        </Button>
        <Button size="sm" onClick={() => void install()}>
          <Trans>Install</Trans>
        </Button>
      </div>
    </section>
  )
}
