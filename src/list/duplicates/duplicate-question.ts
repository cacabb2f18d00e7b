import { accountStore } from '../../state/account-store.ts'

/** `marked`: id of the duplicate whose mark was pressed; null: the dialog is closed. */
export const useDuplicateQuestion = accountStore<{ marked: string | null }>(() => ({ marked: null }))

export function openDuplicateQuestion(marked: string | null): void {
  useDuplicateQuestion.setState({ marked })
}
