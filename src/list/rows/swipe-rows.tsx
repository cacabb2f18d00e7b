import { Trans } from '@lingui/react/macro'
import { IconArrowBackUp, IconCheck, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useCallback } from 'react'
import classes from './swipe.module.css'
import { listenForSwipes } from './listen-for-swipes.ts'

/**
 * Makes rows of products swipeable: left deletes, right ticks. React renders nothing while the finger moves; one
 * element, placed behind the row by hand, names the action. Screen readers and keyboards use each row's checkbox and
 * Delete button instead.
 */
export function SwipeRows({ children }: { children: ReactNode }) {
  const listen = useCallback((area: HTMLDivElement) => listenForSwipes(area, area.lastElementChild), [])
  return (
    <div ref={listen} className={classes.area}>
      {children}
      <div className={classes.behind} aria-hidden="true">
        <span data-says="tick">
          <IconCheck size={22} stroke={2.2} />
          <Trans>Bought</Trans>
        </span>
        <span data-says="untick">
          <IconArrowBackUp size={22} stroke={2} />
          <Trans>Buy again</Trans>
        </span>
        <span data-says="delete">
          <Trans>Delete</Trans>
          <IconTrash size={22} stroke={1.75} />
        </span>
      </div>
    </div>
  )
}
