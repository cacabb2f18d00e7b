import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type Icon, IconChevronRight, IconTags } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './profile.module.css'

interface WayProps {
  edit: string
  icon: Icon
  danger?: boolean
  title: ReactNode
  children: ReactNode
}

/** A link to a subpage of the profile, as a row. */
export function Way({ edit, icon: Symbol, danger, title, children }: WayProps) {
  return (
    <Link to="/app/edit-profile/$edit" params={{ edit }} className={classes.way} data-danger={danger}>
      <Symbol size={24} stroke={1.75} aria-hidden="true" />
      <WayText title={title}>{children}</WayText>
      <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
    </Link>
  )
}

/** The link to the user's categories, shown with and without an account. */
export function CategoriesWay() {
  return (
    <Way edit="user-categories" icon={IconTags} title={<Trans>My categories</Trans>}>
      <Trans>Your own categories, recognised by words in a product’s name</Trans>
    </Way>
  )
}

export function WayText({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <span className={classes.wayText}>
      <strong>{title}</strong>
      <span>{children}</span>
    </span>
  )
}
