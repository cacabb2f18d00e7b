import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { lastList } from '../account/state/settings.ts'
import { createList } from '../list/state/list-actions.ts'
import { openPasted } from '../list/state/ui.ts'

/** What the app was opened with: a shortcut of its icon, or a text shared by another app. */
export type Start = 'new' | 'last' | { text: string }

/**
 * Returns the text that another app shares; '' for none. Apps disagree on which field holds it. A title beside it names
 * the note or the page that it comes from, such as 'Notes', and is nothing to buy.
 */
export function sharedText({
  title = '',
  text = '',
  url = '',
}: Partial<Record<'title' | 'text' | 'url', string | undefined>>): string {
  const address = text.includes(url.trim()) ? '' : url
  return [text, address].filter((one) => one.trim() !== '').join('\n') || title.trim()
}

/** Whether to ask about a new list, and the function to answer. */
export interface NewListQuestion {
  asked: boolean
  answer: (yes: boolean) => Promise<void>
}

/**
 * Handles what the app was opened with, once: it is removed from the URL first. A shared text goes to the last used
 * list that takes products. Any website can link to this URL, so a new list is made only after the user confirms.
 */
export function useStart(start: Start | null): NewListQuestion {
  const navigate = useNavigate()
  const [question, setQuestion] = useState<{ text: string | null } | null>(null)
  const text = typeof start === 'object' ? (start?.text ?? null) : null
  const shortcut = typeof start === 'string' ? start : null
  const open = useCallback(
    async (id: string, pasted: string | null) => {
      if (pasted !== null) openPasted(pasted)
      await navigate({ to: '/app/details/$id', params: { id } })
    },
    [navigate],
  )
  useEffect(() => {
    if (text === null && shortcut === null) return
    void (async () => {
      await navigate({ to: '/app', search: {}, replace: true })
      const id = shortcut === 'new' ? null : await lastList(text !== null)
      if (id !== null) await open(id, text)
      else if (shortcut !== 'last') setQuestion({ text })
    })()
  }, [text, shortcut, navigate, open])
  return {
    asked: question !== null,
    async answer(yes) {
      setQuestion(null)
      const id = yes && question ? await createList() : null
      if (id !== null && question) await open(id, question.text)
    },
  }
}
