import { Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { onNews } from '../../state/lists/open-list.ts'
import { dockGap, standClear } from '../../ui/input/docked.ts'
import { showProducts } from '../arrivals.tsx'
import { isSeen, mark } from '../rows/reveal.ts'
import { clearNews, holdNews, offerUnseen, releaseNews, tellNews, useNewsLine } from './news.ts'
import { newsText } from './news-text.ts'
import classes from '../list.module.css'

/**
 * One line that says what others just did, on the screen and to screen readers. It lies above whatever is docked at the
 * bottom, takes no room and lets presses through, so no row moves. Added rows are marked; if one is out of view, the
 * line has a button that scrolls there.
 */
export function NewsLine({ narrow }: { narrow: boolean }) {
  const { t } = useLingui()
  const { news, unseen } = useNewsLine()
  const place = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = onNews((heard) => {
      tellNews(heard)
      markAdded(heard.filter(({ what }) => what === 'added').map(({ id }) => id))
    })
    return () => {
      stop()
      clearNews()
    }
  }, [])
  const shown = news.length > 0
  useEffect(() => {
    if (!shown) return
    return standClear(
      () => line.current,
      (pixels) => {
        if (place.current) place.current.style.bottom = `${pixels - dockGap}px`
      },
    )
  }, [shown])
  const release = ({ currentTarget }: SyntheticEvent) => {
    if (!currentTarget.matches(':hover, :focus-within')) releaseNews()
  }
  return (
    <div ref={place} className={classes.place}>
      <div
        ref={line}
        className={classes.line}
        data-news={shown || undefined}
        data-narrow={narrow || undefined}
        data-docked=""
      >
        <span role="status" className={classes.text}>
          {shown && t(newsText(news))}
        </span>
        {unseen.length > 0 && (
          <button
            type="button"
            className={classes.show}
            onPointerEnter={holdNews}
            onPointerLeave={release}
            onFocus={holdNews}
            onBlur={release}
            onClick={() => {
              clearNews()
              void showProducts(unseen)
            }}
          >
            <Trans>Show</Trans>
          </button>
        )}
      </div>
    </div>
  )
}

function markAdded(ids: readonly string[]): void {
  if (ids.length === 0) return
  // The rows are rendered after 2 frames.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      mark(ids)
      offerUnseen(ids.filter((id) => !isSeen(id)))
    }),
  )
}
