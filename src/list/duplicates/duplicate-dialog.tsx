import { useLingui } from '@lingui/react/macro'
import dialog from '../../ui/dialog/dialog.module.css'
import { DuplicateButtons, DuplicateText, usePair } from './duplicate-choice.tsx'
import classes from './duplicates.module.css'
import { openDuplicateQuestion, useDuplicateQuestion } from './duplicate-question.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'

/** Asks what to do with a duplicate product; opened from its row. */
export function DuplicateDialog() {
  const { t } = useLingui()
  const marked = useDuplicateQuestion((question) => question.marked)
  const pair = usePair(marked)
  return (
    <Dialog
      opened={pair !== null}
      onClose={() => openDuplicateQuestion(null)}
      title={t`Twice on the list`}
      centered
    >
      {pair && (
        <>
          <p className={dialog.text}>
            <span className={classes.text}>
              <DuplicateText {...pair} />
            </span>
          </p>
          <div className={classes.buttons}>
            <DuplicateButtons {...pair} />
          </div>
        </>
      )}
    </Dialog>
  )
}
