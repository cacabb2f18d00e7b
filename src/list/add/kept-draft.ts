import { useEffect, useLayoutEffect, useRef } from 'react'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { notify } from '../../state/notices.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { ofAccount } from '../../state/account-store.ts'
import type { Unit } from '../../../core/product/entities.ts'
import { type TypedField, typedFields } from '../../../core/product/table.ts'

/** The field values of a product that is not added yet. */
export type Draft = Record<TypedField, string> & {
  unit: Unit
  /** keep the name as typed, numbers included */
  plain: boolean
  /** the typed text had a ticked box */
  bought: boolean
}

/** The quantity is prefilled with 1; an empty price means unknown. */
export const emptyDraft: Draft = {
  ...(Object.fromEntries(typedFields.map((field) => [field, ''])) as Record<TypedField, string>),
  quantity: '1',
  unit: 'pcs',
  plain: false,
  bought: false,
}

/** The draft of each list, by list id. It survives a visit to another page and a change of layout. */
const drafts = ofAccount(() => new Map<string, Draft>())

export function keptDraft(): Draft {
  return drafts().get(useOpenList.getState().listId ?? '') ?? emptyDraft
}

export function useKeepDraft(draft: Draft): void {
  const listId = useOpenList((state) => state.listId)
  useLayoutEffect(() => {
    if (listId === null) return
    if (draft === emptyDraft) drafts().delete(listId)
    else drafts().set(listId, draft)
  }, [listId, draft])
}

/** Shows typed text that cannot be saved, with a Copy button, in a notice that stays until it is closed. */
function tell(text: MessageDescriptor, typed: string): void {
  notify('warning', text, { label: msg`Copy`, run: () => void navigator.clipboard.writeText(typed) }, true)
}

export function tellNotUnderstood(typed: string): void {
  tell(msg`What you typed was not understood and is not saved: ${typed}`, typed)
}

export function tellForbidden(typed: string): void {
  tell(msg`You can no longer change this list. What you typed is not saved: ${typed}`, typed)
}

/**
 * Tells the user about a draft that can no longer be added, because the list is gone or the user may no longer change
 * it. `mayWrite` null: not known yet.
 */
export function useTakenDraft(listId: string, mayWrite: boolean | null): void {
  const could = useRef<string | null>(null)
  useEffect(() => {
    if (mayWrite) could.current = listId
    const typed = drafts().get(listId)?.productName.trim()
    if (mayWrite !== false || could.current !== listId || !typed) return
    could.current = null
    drafts().delete(listId)
    tellForbidden(typed)
  }, [listId, mayWrite])
}
