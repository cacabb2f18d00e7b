import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import classes from './bottom-bar.module.css'
import { entries } from './entries.ts'

/** The sidebar's entries at the bottom of a phone, in reach of the thumb. */
export function BottomBar() {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Main`} className={classes.bar} data-docked="">
      {entries.map(({ to, short, icon: Symbol }) => (
        <Link
          key={to}
          to={to}
          className={classes.entry}
          activeOptions={{ exact: true }}
          activeProps={{ 'data-active': true }}
        >
          <span className={classes.icon}>
            <Symbol size={24} stroke={1.75} aria-hidden="true" />
          </span>
          {t(short)}
        </Link>
      ))}
    </nav>
  )
}
