import { useLingui } from '@lingui/react/macro'
import { IconCopy } from '@tabler/icons-react'
import { useDuplicates } from '../../state/lists/duplicates.ts'
import classes from '../rows/fields.module.css'
import { openDuplicateQuestion } from './duplicate-question.ts'

/** A mark on a duplicate product; pressing it asks what to do. */
export function DuplicateMark({ id, name }: { id: string; name: string }) {
  const { t } = useLingui()
  const isTwice = useDuplicates((duplicates) => duplicates.of.has(id))
  if (!isTwice) return null
  return (
    <button
      type="button"
      className={classes.twice}
      aria-label={t`On the list twice: ${name}`}
      title={t`On the list twice: ${name}`}
      aria-haspopup="dialog"
      onClick={() => openDuplicateQuestion(id)}
    >
      <IconCopy size={20} stroke={1.75} aria-hidden="true" />
    </button>
  )
}
