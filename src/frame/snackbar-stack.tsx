import { useLingui } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type NotificationData, Notifications, notifications } from '@mantine/notifications'
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { standClear } from '../ui/input/docked.ts'
import { closesAfter, dismiss, type Notice, type NoticeVariant, useNotices } from '../ui/notices.ts'
import { texts } from '../texts/texts.ts'
import classes from './frame.module.css'

const looks: Record<NoticeVariant, { Symbol: Icon | null; color?: string }> = {
  success: { Symbol: IconCircleCheck, color: 'var(--app-success)' },
  warning: { Symbol: IconAlertTriangle, color: 'var(--app-warning)' },
  error: { Symbol: IconCircleX, color: 'var(--app-error)' },
  info: { Symbol: IconInfoCircle, color: 'var(--app-info)' },
  none: { Symbol: null },
}

function press({ id, action }: Notice): void {
  dismiss(id)
  action?.run()
}

function NoticeBody({ notice }: { notice: Notice }) {
  const { t } = useLingui()
  const { action } = notice
  return (
    // Beside a long text, the button goes below it.
    <Group component="span" gap="0 12px" mih="1.75rem" justify="flex-end">
      <Text span flex="1 1 11rem" style={{ overflowWrap: 'anywhere' }}>
        <span>{t(notice.text)}</span>
        {notice.text === texts.noConnection && (
          <Text span display="block" size="sm" c="dimmed">
            {t(texts.noConnectionSafe)}
          </Text>
        )}
      </Text>
      {action && (
        <Button
          variant="subtle"
          size="compact-md"
          mih={44}
          flex="none"
          aria-keyshortcuts={notice.place === 'undo' ? 'Control+Z' : undefined}
          onClick={() => press(notice)}
        >
          {t(action.label)}
        </Button>
      )}
    </Group>
  )
}

/** Shows or updates a notice. The pointer holds it open by itself, the focus does not. */
function draw(notice: Notice, closeLabel: string, isThere: boolean) {
  const { Symbol, color } = looks[notice.variant]
  const data: NotificationData = {
    id: notice.place,
    message: <NoticeBody notice={notice} />,
    icon: Symbol && <Symbol size={24} stroke={1.75} color={color} />,
    role: notice.variant === 'error' || notice.variant === 'warning' ? 'alert' : 'status',
    autoClose: closesAfter(notice),
    color: 'transparent',
    style: {
      padding: '6px 6px 6px 14px',
      border: '1px solid var(--app-border)',
      background: 'var(--app-raised)',
      boxShadow: 'var(--app-float)',
    },
    closeButtonProps: { 'aria-label': closeLabel, size: 44 },
    onClose: () => dismiss(notice.id),
    onFocusCapture: () => notifications.update({ ...data, autoClose: false }),
    onBlurCapture: () => notifications.update(data),
  }
  notifications[isThere ? 'update' : 'show'](data)
}

/** Shows the notices of state/notices.ts; a newer notice replaces the older one in the same place. */
export function SnackbarStack(_: { opened: boolean }) {
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
  return <Notifications position="bottom-right" limit={10} containerWidth={400} className={classes.notices} />
}

/** Keeps the notices above the keyboard and whatever is docked at the bottom. */
function useRoom(any: boolean): void {
  useEffect(() => {
    if (!any) return
    return standClear(
      () => document.querySelector(`.${classes.notices}[data-position="bottom-right"]`),
      (pixels) => document.documentElement.style.setProperty('--app-notices', `${pixels}px`),
    )
  }, [any])
}

/** Control+Z runs the offered Undo, unless the focus is in a field where it would undo typing. */
function useUndoKey(): void {
  useWindowEvent('keydown', (event) => {
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
  })
}
