import { useLingui } from '@lingui/react/macro'
import { IconKeyboard } from '@tabler/icons-react'
import headClasses from '../detail-head.module.css'
import { FindField } from '../find/find-field.tsx'
import classes from '../list-tools.module.css'
import { Tip } from '../../ui/tip.tsx'
import { useViewActions } from '../use-view-actions.ts'
import { IconButton } from '../../ui/control/icon-button.tsx'

/** On a large screen, above the table: search and the view actions. */
export function ListTools({ listId, onKeys }: { listId: string; onKeys: () => void }) {
  const { t } = useLingui()
  const actions = useViewActions(listId)
  return (
    <div className={classes.tools}>
      <FindField />
      <div className={classes.actions}>
        {actions.map(({ key, label, icon: Symbol, on, resting, run }) => (
          <Tip key={key} label={resting ? `${label}: ${resting}` : label}>
            <IconButton
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
            </IconButton>
          </Tip>
        ))}
        <Tip label={t`Keyboard shortcuts`}>
          <IconButton className={headClasses.round} aria-label={t`Keyboard shortcuts`} onClick={onKeys}>
            <IconKeyboard size={22} stroke={1.75} />
          </IconButton>
        </Tip>
      </div>
    </div>
  )
}
