import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import headClasses from '../detail-head.module.css'
import { FindField } from '../find/find-field.tsx'
import classes from '../list-tools.module.css'
import { useViewActions } from '../use-view-actions.ts'

/** On a large screen, above the table: search and the view actions. */
export function ListTools({ listId, onKeys }: { listId: string; onKeys: () => void }) {
  const { t } = useLingui()
  const actions = useViewActions(listId)
  return (
    <div className={classes.tools}>
      <FindField />
      <div className={classes.actions}>
        {actions.map(({ key, label, icon: Symbol, on, resting, run }) => (
          <Tooltip key={key} label={resting ? `${label}: ${resting}` : label}>
            <ActionIcon
              className={headClasses.round}
              aria-label={label}
              aria-pressed={on}
              aria-description={resting}
              aria-disabled={resting ? true : undefined}
              data-on={on || undefined}
              data-resting={resting ? true : undefined}
              onClick={() => {
                if (!resting) run()
              }}
            >
              <Symbol size={22} stroke={1.75} />
            </ActionIcon>
          </Tooltip>
        ))}
        <Tooltip label={t`Keyboard shortcuts`}>
          <ActionIcon className={headClasses.round} aria-label={t`Keyboard shortcuts`} onClick={onKeys}>
            <IconKeyboard size={22} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  )
}
