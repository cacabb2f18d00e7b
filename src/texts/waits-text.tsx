import { useLingui } from '@lingui/react/macro'
import type { ProblemCode } from '../../core/contract/problem-codes.ts'
import { problemText } from './problem-text.ts'
import { ownTexts } from './template-texts.ts'

/** Says why a template or a category is not in the account yet. `waits` null: it is being sent. */
export function WaitsText({ waits }: { waits: ProblemCode | null }) {
  const { t } = useLingui()
  return waits === null ? t(ownTexts.onItsWay) : `${t(ownTexts.notTaken)} ${t(problemText(waits))}`
}
