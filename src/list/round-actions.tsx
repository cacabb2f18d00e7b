import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { useSync } from '../state/sync.ts'
import { Tip } from '../tip.tsx'
import classes from './detail-head.module.css'
import type { ListAction } from './use-list-actions.ts'

/** The actions of a list on a large screen. Offline they stay in reach of the focus and say why they rest. */
export function RoundActions({ actions, busy }: { actions: readonly ListAction[]; busy: string | null }) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  return actions.map(({ key, label, icon: Symbol, danger, run }) => (
    <Tip key={key} label={online ? label : t`${label}: needs a connection`}>
      <ActionIcon
        className={classes.round}
        data-danger={danger || undefined}
        data-resting={!online || undefined}
        aria-label={label}
        aria-disabled={!online || undefined}
        aria-description={online ? undefined : t`needs a connection`}
        loading={busy === key}
        onClick={() => {
          if (online) void run()
        }}
      >
        <Symbol size={22} stroke={1.75} />
      </ActionIcon>
    </Tip>
  ))
}
