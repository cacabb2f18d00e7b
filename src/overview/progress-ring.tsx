import { useLingui } from '@lingui/react/macro'
import classes from './progress-ring.module.css'

const radius = 20
const length = 2 * Math.PI * radius

/** A ring that shows how much of a list is bought; when full it shows a tick. */
export function ProgressRing({ checked, total }: { checked: number; total: number }) {
  const { t } = useLingui()
  const part = total === 0 ? 0 : checked / total
  const done = total > 0 && checked === total
  return (
    <svg
      className={classes.ring}
      viewBox="0 0 48 48"
      role="img"
      aria-label={t`${checked} of ${total} bought`}
    >
      <circle className={classes.track} cx="24" cy="24" r={radius} />
      {part > 0 && (
        <circle
          className={classes.part}
          data-done={done || undefined}
          cx="24"
          cy="24"
          r={radius}
          strokeDasharray={`${part * length} ${length}`}
        />
      )}
      {done ? (
        <path className={classes.tick} d="m16.5 24.5 5.2 5.2 10-11" />
      ) : (
        <text className={classes.count} x="24" y="24" dy="0.35em">
          {total === 0 ? '–' : total - checked > 99 ? '99+' : total - checked}
        </text>
      )}
    </svg>
  )
}
