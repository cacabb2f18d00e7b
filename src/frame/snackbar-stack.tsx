import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { dismiss, type Notice, type NoticeVariant, useNotices } from '../state/notices.ts'
import { texts } from '../texts.ts'
import classes from './snackbars.module.css'

const icons = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  error: IconCircleX,
  info: IconInfoCircle,
  none: null,
} as const satisfies Record<NoticeVariant, unknown>

function NoticeBody({ notice }: { notice: Notice }) {
  const { t } = useLingui()
  const { action } = notice
  return (
    <span className={classes.body}>
      <span>
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
          onClick={() => {
            action.run()
            dismiss(notice.id)
          }}
        >
          {t(action.label)}
        </Button>
      )}
    </span>
  )
}

function show(notice: Notice, closeLabel: string) {
  const Symbol = icons[notice.variant]
  notifications.show({
    id: notice.id,
    message: <NoticeBody notice={notice} />,
    icon: Symbol && <Symbol size={24} stroke={1.75} />,
    role: notice.variant === 'error' || notice.variant === 'warning' ? 'alert' : 'status',
    autoClose: notice.action ? 6_000 : 3_000,
    className: classes.notice,
    mod: { variant: notice.variant },
    closeButtonProps: { 'aria-label': closeLabel, size: 44 },
    onClose: () => dismiss(notice.id),
  })
}

/** Draws what state/notices.ts holds. The stacked layout is the one that pauses on focus too. */
export function SnackbarStack() {
  const { t } = useLingui()
  const shown = useNotices((notices) => notices.shown)
  const drawn = useRef(new Set<string>())
  const closeLabel = t`Close`
  useEffect(() => {
    const now = new Set(shown.map(({ id }) => id))
    for (const notice of shown) if (!drawn.current.has(notice.id)) show(notice, closeLabel)
    for (const id of drawn.current) if (!now.has(id)) notifications.hide(id)
    drawn.current = now
  }, [shown, closeLabel])
  return (
    <Notifications
      position="bottom-right"
      layout="stacked"
      containerWidth={400}
      className={classes.container}
    />
  )
}
