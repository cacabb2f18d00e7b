import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { standClear } from '../../ui/input/docked.ts'
import {
  dismiss,
  holdNotice,
  type Notice,
  type NoticeVariant,
  startTimer,
  useNotices,
} from '../../state/notices.ts'
import { texts } from '../../texts/texts.ts'
import classes from './snackbars.module.css'

const icons = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
  info: IconInfoCircle,
  none: null,
} as const satisfies Record<NoticeVariant, unknown>

function press({ id, action }: Notice): void {
  dismiss(id)
  action?.run()
}

function NoticeBody({ notice }: { notice: Notice }) {
  const { t } = useLingui()
  const { action } = notice
  return (
    <span className={classes.body}>
      <span className={classes.text}>
        <span>{t(notice.text)}</span>
        {notice.text === texts.noConnection && (
          <span className={classes.advice}>{t(texts.noConnectionSafe)}</span>
        )}
      </span>
      {action && (
        <Button
          variant="subtle"
          size="compact-md"
          className={classes.action}
          aria-keyshortcuts={notice.place === 'undo' ? 'Control+Z' : undefined}
          onClick={() => press(notice)}
        >
          {t(action.label)}
        </Button>
      )}
    </span>
  )
}

/**
 * Shows or updates a notice. The store runs the timers (`autoClose` is off), because it knows which notice was replaced
 * and which one the pointer or the focus holds open.
 */
function draw(notice: Notice, closeLabel: string, isThere: boolean) {
  const Symbol = icons[notice.variant]
  const { id, place } = notice
  const hold = () => holdNotice(id)
  const release = ({ currentTarget }: SyntheticEvent) => {
    if (!currentTarget.matches(':hover, :focus-within')) startTimer(id)
  }
  notifications[isThere ? 'update' : 'show']({
    id: place,
    message: <NoticeBody notice={notice} />,
    icon: Symbol && <Symbol size={24} stroke={1.75} />,
    role: notice.variant === 'error' || notice.variant === 'warning' ? 'alert' : 'status',
    autoClose: false,
    className: classes.notice,
    mod: { variant: notice.variant },
    closeButtonProps: { 'aria-label': closeLabel, size: 44 },
    onClose: () => dismiss(id),
    onMouseEnter: hold,
    onMouseLeave: release,
    onFocusCapture: hold,
    onBlurCapture: release,
  })
}

/** Shows the notices of state/notices.ts; a newer notice replaces the older one in the same place. */
export function SnackbarStack() {
  const { t } = useLingui()
  const shown = useNotices((notices) => notices.shown)
  const drawn = useRef(new Map<string, Notice>())
  const closeLabel = t`Close`
  useEffect(() => {
    const now = new Map(shown.map((notice) => [notice.place, notice]))
    for (const [place, notice] of now)
      if (drawn.current.get(place) !== notice) draw(notice, closeLabel, drawn.current.has(place))
    for (const place of drawn.current.keys()) if (!now.has(place)) notifications.hide(place)
    drawn.current = now
  }, [shown, closeLabel])
  useRoom(shown.length > 0)
  useUndoKey()
  return (
    <Notifications position="bottom-right" limit={10} containerWidth={400} className={classes.container} />
  )
}

/** Keeps the notices above the keyboard and whatever is docked at the bottom. */
function useRoom(any: boolean): void {
  useEffect(() => {
    if (!any) return
    return standClear(
      () => document.querySelector(`.${classes.container}[data-position="bottom-right"]`),
      (pixels) => document.documentElement.style.setProperty('--app-notices', `${pixels}px`),
    )
  }, [any])
}

/** Control+Z runs the offered Undo, unless the focus is in a field where it would undo typing. */
function useUndoKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      if (
        event.target instanceof Element &&
        event.target.matches('textarea, input:not([data-field]), [data-typing]')
      )
        return
      const offered = useNotices.getState().shown.find(({ place }) => place === 'undo')
      if (!offered) return
      event.preventDefault()
      press(offered)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
