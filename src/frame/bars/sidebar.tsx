import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { isTrial, useSession } from '../../state/session/session.ts'
import { Brand } from '../brand.tsx'
import { entries } from './entries.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { cut, PersonAvatar } from '../../ui/person.tsx'
import classes from './sidebar.module.css'

interface SidebarProps {
  collapsed: boolean
  /** called when an entry is chosen, so that a drawer can close */
  onChosen?: () => void
}

/** The brand, the links and the signed-in user: beside the page, or in the drawer on a phone. */
export function Sidebar({ collapsed, onChosen }: SidebarProps) {
  const { t } = useLingui()
  return (
    <div className={classes.sidebar} data-collapsed={collapsed || undefined}>
      <Link to="/app" className={classes.brand} onClick={onChosen}>
        <Brand nameHidden={collapsed} />
      </Link>
      <nav aria-label={t`Main`} className={classes.entries}>
        {entries.map(({ to, label, icon: Symbol }) => (
          <Link
            key={to}
            to={to}
            className={classes.entry}
            title={collapsed ? t(label) : undefined}
            activeOptions={{ exact: true }}
            activeProps={{ 'data-active': true }}
            onClick={onChosen}
          >
            <Symbol size={24} stroke={1.75} aria-hidden="true" />
            <span className={collapsed ? 'visually-hidden' : undefined}>{t(label)}</span>
          </Link>
        ))}
      </nav>
      <Person collapsed={collapsed} onChosen={onChosen} />
    </div>
  )
}

function Person({ collapsed, onChosen }: SidebarProps) {
  const { t } = useLingui()
  const { session, profile } = useSession()
  const email = profile?.email ?? session?.email ?? ''
  const trial = useSession(isTrial)
  const name = trial ? t`Without an account` : displayName({ ...profile, email })
  return (
    <Link to="/app/profile" className={classes.person} title={name} onClick={onChosen}>
      <PersonAvatar profile={profile} name={name} size={40} />
      <span>{cut(name, collapsed ? 13 : 20)}</span>
    </Link>
  )
}
