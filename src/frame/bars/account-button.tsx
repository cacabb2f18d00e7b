import { useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import type { ComponentProps } from 'react'
import { displayName } from '../../../core/text/person-name.ts'
import { PersonAvatar } from '../../ui/person.tsx'
import { useSession } from '../../state/session/session.ts'
import classes from './user-menu.module.css'

/** The button with the user's picture, which opens the user menu. */
export function AccountButton(props: Omit<ComponentProps<'button'>, 'style' | 'color'>) {
  const { t } = useLingui()
  const { session, profile } = useSession()
  const name = displayName({ ...profile, email: profile?.email ?? session?.email ?? '' })
  return (
    <UnstyledButton
      className={classes.target}
      aria-label={t`Your account`}
      aria-haspopup="dialog"
      aria-expanded={false}
      {...props}
    >
      <PersonAvatar profile={profile} name={name} size={38} />
    </UnstyledButton>
  )
}
