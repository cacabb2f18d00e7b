import { useLingui } from '@lingui/react/macro'
import { DuplicateButtons, DuplicateText, usePair } from './duplicate-choice.tsx'
import { openDuplicateQuestion, useDuplicateQuestion } from './duplicate-question.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'

/** Asks what to do with a duplicate product; opened from its row. */
export function DuplicateDialog() {
  const { t } = useLingui()
  const marked = useDuplicateQuestion((question) => question.marked)
  const pair = usePair(marked)
  return (
    <Dialog opened={pair !== null} onClose={() => openDuplicateQuestion(null)} title={t`Twice on the list`}>
      {pair && (
        <>
          <DuplicateText {...pair} />
          <DialogButtons>
            <DuplicateButtons {...pair} />
          </DialogButtons>
        </>
      )}
    </Dialog>
  )
}
