import { Trans } from '@lingui/react/macro'
import { IconBolt, IconUsers, IconWifiOff } from '@tabler/icons-react'
import classes from './outer-picture.module.css'

/** The product's benefits, beside the form on a wide screen. */
export function Pitch() {
  return (
    <section className={classes.pitch}>
      <p className={classes.claim}>
        <Trans>The shopping list that works where the signal does not.</Trans>
      </p>
      <ul className={classes.points}>
        <li>
          <IconWifiOff size={24} stroke={1.75} aria-hidden="true" />
          <Trans>Write and tick without a connection. Nothing gets lost.</Trans>
        </li>
        <li>
          <IconUsers size={24} stroke={1.75} aria-hidden="true" />
          <Trans>One list for the whole household, everybody sees the same.</Trans>
        </li>
        <li>
          <IconBolt size={24} stroke={1.75} aria-hidden="true" />
          <Trans>Made for one hand, bad light and a full trolley.</Trans>
        </li>
      </ul>
      <ListPicture />
    </section>
  )
}

const rows = [
  { y: 84, width: 128, hue: 140, ticked: true },
  { y: 132, width: 96, hue: 75, ticked: true },
  { y: 180, width: 152, hue: 245, ticked: true },
  { y: 228, width: 112, hue: 15, ticked: false },
  { y: 276, width: 136, hue: 190, ticked: false },
]

/** A drawing of a half-bought list, without words, so that it fits every language. */
function ListPicture() {
  return (
    <svg viewBox="0 0 420 340" className={classes.picture} aria-hidden="true">
      <rect x="92" y="34" width="292" height="290" rx="20" className={classes.back} />
      <rect x="36" y="16" width="312" height="308" rx="20" className={classes.card} />
      <rect x="60" y="38" width="120" height="14" rx="7" className={classes.strong} />
      <circle cx="312" cy="46" r="16" className={classes.ringBack} />
      <path d="M312 30a16 16 0 1 1-15.2 21" className={classes.ring} />
      {rows.map(({ y, width, hue, ticked }) => (
        <g key={y} opacity={ticked ? 0.55 : 1}>
          <rect
            x="60"
            y={y}
            width="26"
            height="26"
            rx="8"
            className={ticked ? classes.ticked : classes.box}
          />
          {ticked && <path d={`m66.5 ${y + 13.5} 5 5 9-10`} className={classes.check} />}
          <circle
            cx="110"
            cy={y + 13}
            r="9"
            className={classes.good}
            fill={`oklch(var(--app-picture) ${hue})`}
          />
          <rect x="130" y={y + 7} width={width} height="12" rx="6" className={classes.line} />
          <rect x="292" y={y + 7} width="32" height="12" rx="6" className={classes.line} />
        </g>
      ))}
    </svg>
  )
}
