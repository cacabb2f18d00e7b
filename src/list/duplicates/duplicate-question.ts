import { accountStore } from '../../state/account-store.ts'
import { msg } from '@lingui/core/macro'
import { keepBoth, useDuplicates } from '../../state/lists/duplicates.ts'
import { notify } from '../../state/notices.ts'
import { undo } from '../../state/lists/undo.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { mergeProducts } from '../../state/lists/products.ts'

/** `marked`: id of the duplicate whose mark was pressed. */
export const useDuplicateQuestion = accountStore<{ marked: string | null }>(() => ({ marked: null }))

export function openDuplicateQuestion(marked: string | null): void {
  useDuplicateQuestion.setState({ marked })
}

function answered(id: string): void {
  useDuplicateQuestion.setState(({ marked }) => ({ marked: marked === id ? null : marked }))
}

export function keepBothOf(id: string): void {
  keepBoth(id)
  answered(id)
}

export async function addToFirst(id: string): Promise<void> {
  const first = useDuplicates.getState().of.get(id)
  const productName = useOpenList.getState().products.get(first ?? '')?.productName ?? ''
  const done = first === undefined ? null : await mergeProducts(first, id)
  answered(id)
  if (done) notify('none', msg`Added to the first: ${productName}`, undo(done.undo))
}
