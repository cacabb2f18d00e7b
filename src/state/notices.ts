import type { MessageDescriptor } from '@lingui/core'
import { create } from 'zustand'

export type NoticeVariant = 'success' | 'warning' | 'error' | 'info' | 'none'

export interface NoticeAction {
  label: MessageDescriptor
  run: () => void
  /** it takes back what was just done */
  undoes?: true
}

export interface Notice {
  id: string
  /** a newer notice takes the place of the one with the same place */
  place: string
  variant: NoticeVariant
  text: MessageDescriptor
  action?: NoticeAction
  /** it holds what was typed, and goes only when it is closed */
  stays?: true
}

interface Notices {
  shown: Notice[]
  /** a newer version waits; running this lets it take over */
  update: (() => void) | null
}

export const useNotices = create<Notices>(() => ({ shown: [], update: null }))

let count = 0
const timers = new Map<string, ReturnType<typeof setTimeout>>()

/** One word and one Undo at a time. A problem gives way to neither, nor does what offers something else. */
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

/** From now on it counts down, from the beginning; somebody may just have turned away from it. */
export function startTimer(id: string): void {
  const notice = useNotices.getState().shown.find((other) => other.id === id)
  if (!notice || notice.stays) return
  stopTimer(id)
  timers.set(
    id,
    setTimeout(() => dismiss(id), notice.action ? 6_000 : 3_000),
  )
}

/** It is looked at, and waits. */
export const holdNotice = stopTimer

export function isShown(id: string): boolean {
  return useNotices.getState().shown.some((notice) => notice.id === id)
}

export function dismiss(id: string): void {
  stopTimer(id)
  if (isShown(id)) useNotices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.id !== id) }))
}

/** What a person who leaves should not hand on to the next one. */
export function clearNotices(): void {
  for (const id of timers.keys()) stopTimer(id)
  useNotices.setState({ shown: [] })
}

export function offerUpdate(update: (() => void) | null): void {
  useNotices.setState({ update })
}
