import type { MessageDescriptor } from '@lingui/core'
import { create } from 'zustand'

export type NoticeVariant = 'success' | 'warning' | 'error' | 'info' | 'none'

export interface NoticeAction {
  label: MessageDescriptor
  run: () => void
}

export interface Notice {
  id: string
  variant: NoticeVariant
  text: MessageDescriptor
  action?: NoticeAction
}

interface Notices {
  shown: Notice[]
  /** a newer version waits; running this lets it take over */
  update: (() => void) | null
}

export const useNotices = create<Notices>(() => ({ shown: [], update: null }))

let count = 0

/** Shows a snackbar for three seconds; one with an action, such as Undo, stays for six. */
export function notify(variant: NoticeVariant, text: MessageDescriptor, action?: NoticeAction): string {
  count += 1
  const notice: Notice = { id: `notice-${count}`, variant, text, action }
  useNotices.setState(({ shown }) => ({ shown: [...shown, notice] }))
  return notice.id
}

export function dismiss(id: string): void {
  useNotices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.id !== id) }))
}

/** What a person who leaves should not hand on to the next one. */
export function clearNotices(): void {
  useNotices.setState({ shown: [] })
}

export function offerUpdate(update: (() => void) | null): void {
  useNotices.setState({ update })
}
