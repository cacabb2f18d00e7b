import { useLingui } from '@lingui/react/macro'
import { Modal } from '@mantine/core'
import dialog from '../../ui/dialog.module.css'
import { DuplicateButtons, DuplicateText, usePair } from './duplicate-choice.tsx'
import classes from './duplicates.module.css'
import { openDuplicateQuestion, useDuplicateQuestion } from './duplicate-question.ts'

/** Asks what to do with a duplicate product; opened from its row. */
export function DuplicateDialog() {
  const { t } = useLingui()
  const marked = useDuplicateQuestion((question) => question.marked)
  const pair = usePair(marked)
  return (
    <Modal
      opened={pair !== null}
      onClose={() => openDuplicateQuestion(null)}
      title={t`Twice on the list`}
      centered
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20 }}
      classNames={{ title: dialog.title, content: dialog.content }}
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
    </Modal>
  )
}
