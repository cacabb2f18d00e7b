import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { dismiss, isShown, notify, type NoticeAction, useNotices } from '../ui/notices.ts'

/** Undoes a change in its own list, whichever list is open by then. */
export interface Undo {
  run: () => void
  /** ids of the lists and products that it changes */
  of: readonly string[]
}

export function undo({ run, of }: Undo): NoticeAction {
  return { label: msg`Undo`, run, undoes: true, of }
}

/** the deletions whose Undo is still offered */
let deleted: { notice: number; what: string; count: number; undone: Undo } | null = null

/**
 * Offers to undo a deletion. If the Undo notice of an earlier deletion of the same kind is still shown, the new notice
 * replaces it and undoes both.
 */
export function notifyDeleted(
  what: 'products' | 'templateProducts' | 'categories',
  count: number,
  text: (count: number) => MessageDescriptor,
  undone: Undo,
): void {
  const before = deleted?.what === what && isShown(deleted.notice) ? deleted : null
  const all = count + (before?.count ?? 0)
  const undoAll: Undo = {
    run: () => {
      before?.undone.run()
      undone.run()
    },
    of: [...(before?.undone.of ?? []), ...undone.of],
  }
  deleted = { notice: notify('none', text(all), undo(undoAll)), what, count: all, undone: undoAll }
}

/**
 * Removes notices whose action would change this list or product: it was just changed in another way, so they are
 * outdated.
 */
export function withdraw(id: string): void {
  for (const { id: notice, action } of useNotices.getState().shown)
    if (action?.of?.includes(id)) dismiss(notice)
}
