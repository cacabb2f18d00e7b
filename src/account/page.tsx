import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { IconAt, IconChevronLeft, IconKey, IconTags, IconTrash, IconUserEdit } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isTrial, useSession } from '../state/session/session.ts'
import classes from './page.module.css'

interface PageProps {
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
}

/** A subpage of the profile, with a link back to it and, on a wide screen, links to the other subpages. */
export function Page({ title, lead, children }: PageProps) {
  const trial = useSession(isTrial)
  return (
    <div className={classes.page}>
      <div>
        <Link to="/app/profile" className={classes.back}>
          <IconChevronLeft size={20} stroke={1.75} aria-hidden="true" />
          {trial ? <Trans>Without an account</Trans> : <Trans>My profile</Trans>}
        </Link>
        {!trial && <Subpages />}
      </div>
      <div className={classes.main}>
        <h1>{title}</h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </div>
    </div>
  )
}

const subpages = [
  { edit: 'account', icon: IconUserEdit, name: <Trans>Edit profile</Trans> },
  { edit: 'user-categories', icon: IconTags, name: <Trans>My categories</Trans> },
  { edit: 'change-email', icon: IconAt, name: <Trans>Change email</Trans> },
  { edit: 'change-password', icon: IconKey, name: <Trans>Change password</Trans> },
  { edit: 'delete-account', icon: IconTrash, name: <Trans>Delete account</Trans> },
] as const

function Subpages() {
  const { t } = useLingui()
  return (
    <nav className={classes.others} aria-label={t`My profile`}>
      {subpages.map(({ edit, icon: Symbol, name }) => (
        <Link key={edit} to="/app/edit-profile/$edit" params={{ edit }}>
          <Symbol size={22} stroke={1.75} aria-hidden="true" />
          {name}
        </Link>
      ))}
    </nav>
  )
}
