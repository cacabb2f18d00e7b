import { Trans } from '@lingui/react/macro'
import { IconCircleCheck, IconCircleDashed, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Profile } from '../../../core/contract/shapes.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { AddressText, PersonAvatar } from '../../ui/person.tsx'
import classes from './identity.module.css'
import { LinkButton } from '../../ui/links.tsx'

/** The user as others see them: the picture, the name and the fields that go with it. */
export function Identity({ profile }: { profile: Profile }) {
  const isActive = profile.status === 'A'
  const Symbol = isActive ? IconCircleCheck : IconCircleDashed
  return (
    <section className={classes.identity}>
      <div className={classes.who}>
        <PersonAvatar profile={profile} name={displayName(profile)} size={72} />
        <div className={classes.words}>
          <p className={classes.name}>
            <AddressText>{displayName(profile)}</AddressText>
          </p>
          <p className={classes.status} data-active={isActive || undefined}>
            <Symbol size={20} stroke={1.75} aria-hidden="true" />
            {profile.status === 'A' && <Trans>Active account</Trans>}
            {profile.status === 'N' && <Trans>Account not activated</Trans>}
            {profile.status === 'D' && <Trans>Account submitted for deletion</Trans>}
          </p>
        </div>
      </div>
      <dl className={classes.facts}>
        <Fact label={<Trans context="person">Name</Trans>} value={profile.name} />
        <Fact label={<Trans>Surname</Trans>} value={profile.surname} />
        <Fact label={<Trans>Email</Trans>} value={profile.email} whole />
        <Fact label={<Trans>City</Trans>} value={profile.city} />
      </dl>
      <LinkButton
        to="/app/edit-profile/$edit"
        params={{ edit: 'account' }}
        variant="default"
        fullWidth
        leftSection={<IconPencil size={20} stroke={1.75} aria-hidden="true" />}
      >
        <Trans>Edit profile</Trans>
      </LinkButton>
    </section>
  )
}

function Fact({ label, value, whole = false }: { label: ReactNode; value: string; whole?: boolean }) {
  return (
    <div data-whole={whole || undefined}>
      <dt>{label}</dt>
      <dd>{value ? <AddressText>{value}</AddressText> : '–'}</dd>
    </div>
  )
}
