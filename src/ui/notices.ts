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
  /** counts up */
  id: number
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

/** At most one plain message and one Undo at a time. Problems and other actions each keep their own place. */
function placeOf(variant: NoticeVariant, text: MessageDescriptor, action?: NoticeAction): string {
  if (variant === 'error' || variant === 'warning') return JSON.stringify([text.id, text.values])
  if (!action) return 'word'
  return action.undoes ? 'undo' : JSON.stringify(action.label.id)
}

/** Shows a snackbar, which closes by itself unless it `stays`. Returns its id. */
export function notify(
  variant: NoticeVariant,
  text: MessageDescriptor,
  action?: NoticeAction,
  stays?: true,
): number {
  count += 1
  const place = placeOf(variant, text, action)
  const notice: Notice = { id: count, place, variant, text, action, stays }
  const { shown } = useNotices.getState()
  const last = shown.find((other) => other.place === place)
  useNotices.setState({
    shown: last ? shown.map((other) => (other === last ? notice : other)) : [...shown, notice],
  })
  return notice.id
}

/**
 * Returns after how many ms a notice closes: three seconds, or six with an action. The library counts anew for a notice
 * in the place of another only if the time differs, so it does by some ms.
 */
export function closesAfter({ id, action, stays }: Notice): number | false {
  return !stays && (action ? 6_000 : 3_000) + (id % 50)
}

export function isShown(id: number): boolean {
  return useNotices.getState().shown.some((notice) => notice.id === id)
}

export function dismiss(id: number): void {
  if (isShown(id)) useNotices.setState(({ shown }) => ({ shown: shown.filter((notice) => notice.id !== id) }))
}

/** Removes all notices at log-out, so that the next user does not see them. */
export function clearNotices(): void {
  useNotices.setState({ shown: [] })
}

export function offerUpdate(update: (() => void) | null): void {
  useNotices.setState({ update })
}
