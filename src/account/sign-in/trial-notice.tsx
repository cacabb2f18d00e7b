import { Plural, Trans } from '@lingui/react/macro'
import { IconArrowsTransferDown } from '@tabler/icons-react'
import { useLists } from '../../app/use-lists.ts'
import { useOwnHere } from '../../state/own/counts.ts'
import classes from '../account.module.css'

/** Above a log-in or registration: what it does with what is on this device. */
export function TrialNotice() {
  const lists = useLists()?.length ?? 0
  const { templates, categories } = useOwnHere()
  if (lists + templates + categories === 0) return null
  return (
    <p className={classes.trial} role="note">
      <IconArrowsTransferDown size={24} stroke={1.75} aria-hidden="true" />
      <span>
        {lists > 0 ? (
          <Plural
            value={lists}
            one="# list on this device will move into your account, with everything in it."
            other="# lists on this device will move into your account, with everything in them."
          />
        ) : (
          <Trans>What you made on this device will move into your account.</Trans>
        )}
        {templates > 0 && (
          <>
            {' '}
            <Plural
              value={templates}
              one="# template of your own comes along."
              other="# templates of your own come along."
            />
          </>
        )}
        {categories > 0 && (
          <>
            {' '}
            <Plural
              value={categories}
              one="# category of your own comes along."
              other="# categories of your own come along."
            />
          </>
        )}
      </span>
    </p>
  )
}
