import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { formatDateTime } from '../../texts/format.ts'
import { currentLanguage } from '../../texts/i18n.ts'
import { type SignIn, useSignIns } from '../../state/session/sign-ins.ts'
import { later } from '../../app/later.tsx'
import { useSync } from '../../state/lists/sync.ts'
import classes from './profile.module.css'

const EndSignInDialog = later(async () => (await import('./end-sign-in-dialog.tsx')).EndSignInDialog)

/** All sessions of the user, each with a button to end it. */
export function SignIns() {
  const online = useSync((sync) => sync.online)
  const { data: signIns, isError, refetch } = useSignIns(online)
  // What the dialog asks to end: a session, or 'others'. Kept while the dialog plays its closing animation.
  const [ending, setEnding] = useState<SignIn | 'others' | null>(null)
  const [asked, setAsked] = useState(false)
  const signIn = ending === 'others' ? null : ending
  const ask = (what: SignIn | 'others') => {
    setEnding(what)
    setAsked(true)
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
          {signIns.map((one) => (
            <Place key={one.id} signIn={one} locked={!online} onEnd={() => ask(one)} />
          ))}
        </ul>
      )}
      {signIns && signIns.length > 1 && (
        <Button variant="default" className={classes.others} disabled={!online} onClick={() => ask('others')}>
          <Trans>Log out everywhere else</Trans>
        </Button>
      )}
      <EndSignInDialog opened={asked} signIn={signIn} onClose={() => setAsked(false)} />
    </div>
  )
}

const phones = /Android|iOS|iPadOS/

function Place({ signIn, locked, onEnd }: { signIn: SignIn; locked: boolean; onEnd: () => void }) {
  const { t } = useLingui()
  const device = signIn.device || t`Unknown device`
  const Symbol = phones.test(device) ? IconDeviceMobile : IconDeviceLaptop
  const used = formatDateTime(signIn.lastUsedAt, currentLanguage())
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
          aria-label={t`Log out: ${device}`}
          onClick={onEnd}
        >
          <Trans context="device">Log out</Trans>
        </Button>
      )}
    </li>
  )
}
