import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { isShown, notify, type NoticeAction } from '../notices.ts'

export function undo(run: () => void): NoticeAction {
  return { label: msg`Undo`, run, undoes: true }
}

/** The deletions whose Undo is still offered. */
let deleted: { notice: string; what: string; count: number; run: () => void } | null = null

/** Offers to undo a deletion together with those of the same kind just before, whose Undo notice it replaces. */
export function notifyDeleted(
  what: 'products' | 'templateProducts' | 'categories',
  count: number,
  text: (count: number) => MessageDescriptor,
  run: () => void,
): void {
  const before = deleted?.what === what && isShown(deleted.notice) ? deleted : null
  const all = count + (before?.count ?? 0)
  const runAll = () => {
    before?.run()
    run()
  }
  deleted = { notice: notify('none', text(all), undo(runAll)), what, count: all, run: runAll }
}
