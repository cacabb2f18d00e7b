import type { MessageDescriptor } from '@lingui/core'
import { create } from 'zustand'
import { i18n } from '../texts/i18n.ts'

const useAnnouncement = create<{ text: string }>(() => ({ text: '' }))

/** Announces a message to screen readers; a repeated message is read again. */
export function announce(message: MessageDescriptor): void {
  const text = i18n._(message)
  useAnnouncement.setState((before) => ({ text: before.text === text ? `${text}\u00a0` : text }))
}

export function Announcer() {
  const text = useAnnouncement((state) => state.text)
  return (
    <div role="status" aria-live="polite" className="visually-hidden">
      {text}
    </div>
  )
}
