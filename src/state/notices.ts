import type { MessageDescriptor } from '@lingui/core'
import { create } from 'zustand'

export type NoticeVariant = 'success' | 'warning' | 'error' | 'info' | 'none'

export interface NoticeAction {
  label: MessageDescriptor
  run: () => void
  /** this action undoes what was just done */
  undoes?: true
  /** ids of the lists and products that it changes */
  of?: readonly string[]
}

export interface Notice {
  id: string
  /** a newer notice replaces the one with the same `place` */
  place: string
  variant: NoticeVariant
  text: MessageDescriptor
  action?: NoticeAction
  /** contains what the user typed, so it stays until it is closed */
  stays?: true
}

interface Notices {
  shown: Notice[]
  /** a newer version of the app waits; calling this activates it */
  update: (() => void) | null
}

export const useNotices = create<Notices>(() => ({ shown: [], update: null }))

let count = 0
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** At most one plain message and one Undo at a time. Problems and other actions each keep their own place. */
function placeOf(variant: NoticeVariant, text: MessageDescriptor, action?: NoticeAction): string {
  if (variant === 'error' || variant === 'warning') return JSON.stringify([text.id, text.values])
  if (!action) return 'word'
  return action.undoes ? 'undo' : JSON.stringify(action.label.id)
}

/** Shows a snackbar for three seconds; one with an action, such as Undo, stays for six. Returns its id. */
export function notify(
  variant: NoticeVariant,
  text: MessageDescriptor,
  action?: NoticeAction,
  stays?: true,
): string {
  count += 1
  const place = placeOf(variant, text, action)
  const notice: Notice = { id: `notice-${count}`, place, variant, text, action, stays }
  const { shown } = useNotices.getState()
  const last = shown.find((other) => other.place === place)
  if (last) stopTimer(last.id)
  useNotices.setState({
    shown: last ? shown.map((other) => (other === last ? notice : other)) : [...shown, notice],
  })
  startTimer(notice.id)
  return notice.id
}

function stopTimer(id: string): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}

/** Restarts the full countdown, for example after the pointer or the focus has left the notice. */
export function startTimer(id: string): void {
  const notice = useNotices.getState().shown.find((other) => other.id === id)
  if (!notice || notice.stays) return
  stopTimer(id)
  timers.set(
    id,
    setTimeout(() => dismiss(id), notice.action ? 6_000 : 3_000),
  )
}

/** Stops the countdown while the pointer or the focus is on the notice. */
export const holdNotice = stopTimer

export function isShown(id: string): boolean {
  return useNotices.getState().shown.some((notice) => notice.id === id)
}

export function dismiss(id: string): void {
  stopTimer(id)
  if (isShown(id)) useNotices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.id !== id) }))
}

/** Removes all notices at log-out, so that the next user does not see them. */
export function clearNotices(): void {
  for (const id of timers.keys()) stopTimer(id)
  useNotices.setState({ shown: [] })
}

export function offerUpdate(update: (() => void) | null): void {
  useNotices.setState({ update })
}
