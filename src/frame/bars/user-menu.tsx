import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Popover } from '@mantine/core'
import { IconAlertTriangle, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { isTrial, useSession } from '../../state/session/session.ts'
import { logout } from '../../state/session/sign-out.ts'
import { resendAndTell } from '../../state/session/account-calls.ts'
import { AccountButton } from './account-button.tsx'
import { FullscreenToggle } from './fullscreen-toggle.tsx'
import { InstallEntry } from '../install/install-entry.tsx'
import { LanguageSelect } from './language-select.tsx'
import { ModeSelect } from './mode-toggle.tsx'
import { TrialMenu } from '../../trial/later-parts.tsx'
import { displayName } from '../../../core/text/person-name.ts'
import { AddressText, cut } from '../../ui/person.tsx'
import classes from './user-menu.module.css'
import { LinkButton } from '../../ui/links.tsx'

export function UserMenu() {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const profile = useSession((state) => state.profile)
  const trial = useSession(isTrial)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(320px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withRoles
      shadow="none"
    >
      <Popover.Target>
        <AccountButton className={classes.target} onClick={() => setOpened(!opened)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label={t`Your account`}>
        {trial ? <TrialMenu /> : <Greeting />}
        {profile && profile.status !== 'A' && <NotActivated />}
        <LinkButton
          to="/app/profile"
          variant="subtle"
          color="gray"
          fullWidth
          className={classes.entry}
          justify="start"
          leftSection={<IconUserCircle size={22} stroke={1.75} aria-hidden="true" />}
          onClick={() => setOpened(false)}
        >
          {trial ? <Trans>Settings</Trans> : <Trans>My profile</Trans>}
        </LinkButton>
        <div className={classes.row}>
          <div className={classes.language}>
            <LanguageSelect />
          </div>
          <FullscreenToggle />
        </div>
        <div className={classes.row}>
          <div className={classes.language}>
            <ModeSelect />
          </div>
        </div>
        <InstallEntry onChosen={() => setOpened(false)} />
        {!trial && (
          <Button
            variant="subtle"
            color="gray"
            fullWidth
            className={classes.entry}
            justify="start"
            leftSection={<IconLogout size={22} stroke={1.75} aria-hidden="true" />}
            onClick={() => {
              setOpened(false)
              void logout()
            }}
          >
            <Trans>Log out</Trans>
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}

function Greeting() {
  const { session, profile } = useSession()
  const email = profile?.email ?? session?.email ?? ''
  const name = displayName({ ...profile, email })
  const shortName = cut(profile?.name || name, 24)
  return (
    <>
      <p className={classes.greeting}>
        <Trans>Hello, {shortName}!</Trans>
      </p>
      <dl className={classes.facts}>
        <dt>
          <Trans>Email</Trans>
        </dt>
        <dd>
          <AddressText>{email}</AddressText>
        </dd>
        <dt>
          <Trans>City</Trans>
        </dt>
        <dd>{profile?.city || '–'}</dd>
      </dl>
    </>
  )
}

function NotActivated() {
  return (
    <div className={classes.inactive}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" />
      <span>
        <Trans>Account has not been activated</Trans>
      </span>
      <Button variant="subtle" size="compact-sm" onClick={() => void resendAndTell()}>
        <Trans>Send the link again</Trans>
      </Button>
    </div>
  )
}
