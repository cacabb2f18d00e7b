import { useEffect, useLayoutEffect, useRef } from 'react'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { notify } from '../../ui/notices.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { type Draft, useListUi } from './ui.ts'
import { type TypedField, typedFields } from '../../../core/product/table.ts'

/** The quantity is prefilled with 1; an empty price means unknown. */
export const emptyDraft: Draft = {
  ...(Object.fromEntries(typedFields.map((field) => [field, ''])) as Record<TypedField, string>),
  quantity: '1',
  unit: 'pcs',
  priceFor: '',
  plain: false,
  bought: false,
}

export function keptDraft(): Draft {
  return useListUi.getState().drafts.get(useOpenList.getState().listId ?? '') ?? emptyDraft
}

function keepDraft(listId: string, draft: Draft): void {
  useListUi.setState(({ drafts }) => {
    const others = [...drafts].filter(([id]) => id !== listId)
    return { drafts: new Map(draft === emptyDraft ? others : [...others, [listId, draft]]) }
  })
}

export function useKeepDraft(draft: Draft): void {
  const listId = useOpenList((state) => state.listId)
  useLayoutEffect(() => {
    if (listId !== null) keepDraft(listId, draft)
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
    const typed = useListUi.getState().drafts.get(listId)?.productName.trim()
    if (mayWrite !== false || could.current !== listId || !typed) return
    could.current = null
    keepDraft(listId, emptyDraft)
    tellForbidden(typed)
  }, [listId, mayWrite])
}
