import { Trans, useLingui } from '@lingui/react/macro'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../texts/format.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { endOtherSignIns, endSignIn, type SignIn, useSignIns } from '../../state/session/sign-ins.ts'
import { useSync } from '../../state/lists/sync.ts'
import { focusPage } from '../focus.ts'
import classes from './profile.module.css'
import { Button } from '../../ui/control/button.tsx'

/** All sessions of the user, each with a button to end it. */
export function SignIns() {
  const online = useSync((sync) => sync.online)
  const { data: signIns, isError, refetch } = useSignIns(online)
  const [busy, setBusy] = useState(false)

  async function endOthers() {
    setBusy(true)
    focusPage()
    await endOtherSignIns()
    setBusy(false)
  }
  return (
    <div className={classes.places}>
      <h3>
        <Trans>Where I am logged in</Trans>
      </h3>
      {!signIns && !online && (
        <p className={classes.note}>
          <Trans>You are offline. The list will appear as soon as there is a connection.</Trans>
        </p>
      )}
      {!signIns && online && isError && (
        <p className={classes.note}>
          <Trans>The list could not be loaded.</Trans>{' '}
          <Button variant="subtle" size="sm" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
      {!signIns && online && !isError && <div className={classes.skeleton} aria-hidden="true" />}
      {signIns && (
        <ul className={classes.signIns}>
          {signIns.map((signIn) => (
            <Place key={signIn.id} signIn={signIn} locked={!online} />
          ))}
        </ul>
      )}
      {signIns && signIns.length > 1 && (
        <Button
          variant="default"
          className={classes.others}
          disabled={!online}
          loading={busy}
          onClick={() => void endOthers()}
        >
          <Trans>Log out everywhere else</Trans>
        </Button>
      )}
    </div>
  )
}

const phones = /Android|iOS|iPadOS/

function Place({ signIn, locked }: { signIn: SignIn; locked: boolean }) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const device = signIn.device || t`Unknown device`
  const Symbol = phones.test(device) ? IconDeviceMobile : IconDeviceLaptop
  const used = formatDateTime(signIn.lastUsedAt, currentLanguage())

  async function end() {
    setBusy(true)
    focusPage()
    await endSignIn(signIn.id)
    setBusy(false)
  }
  return (
    <li>
      <Symbol size={26} stroke={1.5} aria-hidden="true" />
      <span className={classes.place}>
        <strong>{device}</strong>
        {signIn.current ? (
          <span className={classes.here}>
            <Trans>This device</Trans>
          </span>
        ) : (
          <span>
            <Trans>Last used: {used}</Trans>
          </span>
        )}
      </span>
      {!signIn.current && (
        <Button
          variant="subtle"
          size="sm"
          disabled={locked}
          loading={busy}
          aria-label={t`Log out: ${device}`}
          onClick={() => void end()}
        >
          <Trans context="device">Log out</Trans>
        </Button>
      )}
    </li>
  )
}
