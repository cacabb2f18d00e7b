import { Trans } from '@lingui/react/macro'
import { IconArrowBackUp, IconCheck, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useCallback } from 'react'
import classes from './swipe.module.css'
import { whenIdle } from '../../app/idle.ts'

/**
 * Rows of products that a finger may swipe: to the left deletes, to the right ticks. Nothing renders while the finger
 * moves: one element behind the row, placed by hand, says what will happen. Screen readers and keyboards have the
 * box and the Delete of each row.
 */
export function SwipeRows({ children }: { children: ReactNode }) {
  const listen = useCallback((area: HTMLDivElement) => {
    let stop: (() => void) | null = null
    const cancel = whenIdle(() => {
      import('./listen-for-swipes.ts').then(
        ({ listenForSwipes }) => {
          if (stop === null) stop = listenForSwipes(area, area.lastElementChild)
        },
        () => undefined, // a swipe is never the only way
      )
    })
    return () => {
      cancel()
      stop?.()
      stop = () => undefined
    }
  }, [])
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
