import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { lastList } from '../state/account-settings/list-use.ts'
import { createList } from '../state/lists/list-actions.ts'
import { openPasted } from '../state/lists/pasted-text.ts'

/** A shortcut of the app's icon, or a text that another app shares. */
export type Start = 'new' | 'last' | { text: string }

/** Does once what the app was opened for: it is removed from the URL before that. */
export function useStart(start: Start | null): void {
  const navigate = useNavigate()
  const text = typeof start === 'object' ? (start?.text ?? null) : null
  const shortcut = typeof start === 'string' ? start : null
  useEffect(() => {
    if (text === null && shortcut === null) return
    void (async () => {
      await navigate({ to: '/app', search: {}, replace: true })
      const id = await listFor(text, shortcut)
      if (id === null) return
      if (text !== null) openPasted(text)
      await navigate({ to: '/app/details/$id', params: { id } })
    })()
  }, [text, shortcut, navigate])
}

/** What is shared goes to the last list that takes products, or to a new one. */
async function listFor(text: string | null, shortcut: 'new' | 'last' | null): Promise<string | null> {
  if (text !== null) return (await lastList(true)) ?? createList()
  return shortcut === 'new' ? createList() : lastList()
}
