import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './page.module.css'

interface PageProps {
  title: ReactNode
  lead?: ReactNode
  children: ReactNode
}

/** A subpage of the profile, with a link back to it. */
export function Page({ title, lead, children }: PageProps) {
  return (
    <div className={classes.page}>
      <Link to="/app/profile" className={classes.back}>
        <IconChevronLeft size={20} stroke={1.75} aria-hidden="true" />
        <Trans>My profile</Trans>
      </Link>
      <h1>{title}</h1>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </div>
  )
}
