import { Plural } from '@lingui/react/macro'
import { IconArrowsTransferDown } from '@tabler/icons-react'
import { useLists } from '../../app/use-lists.ts'
import classes from '../account.module.css'

/** Above a log-in or registration: what it does with the lists that are on this device. */
export function TrialNotice() {
  const count = useLists()?.length ?? 0
  if (count === 0) return null
  return (
    <p className={classes.trial} role="note">
      <IconArrowsTransferDown size={24} stroke={1.75} aria-hidden="true" />
      <span>
        <Plural
          value={count}
          one="# list on this device will move into your account, with everything in it."
          other="# lists on this device will move into your account, with everything in them."
        />
      </span>
    </p>
  )
}
