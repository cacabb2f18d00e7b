import { useEffect, useState } from 'react'
import { useLanguage } from '../use-language.ts'
import { useSync } from '../state/sync.ts'
import { findTemplates, foundKey, type Found, type Shelf, useTemplates } from '../state/templates.ts'
import { useCalm } from './use-calm.ts'

/** What the server finds for the words; until it answers, what was found before stays on screen. */
export function useFound(shelf: Shelf, typed: string) {
  const words = useCalm(typed.trim())
  const language = useLanguage()
  const key = foundKey(shelf, words, language)
  const online = useSync((sync) => sync.online)
  const now = useTemplates((templates) => templates.found[key])
  const problem = useTemplates((templates) => templates.problems[key])
  const [last, setLast] = useState<{ shelf: Shelf; found: Found } | null>(null)
  if (now && last?.found !== now) setLast({ shelf, found: now })

  useEffect(() => {
    if (online) void findTemplates(shelf, words, language)
  }, [online, shelf, words, language])

  return {
    words,
    /** null: nothing to show yet */
    found: now ?? (last?.shelf === shelf && !problem ? last.found : null),
    problem: problem === 'missing' ? undefined : problem,
    online,
    again: () => void findTemplates(shelf, words, language),
    more: () => findTemplates(shelf, words, language, true),
  }
}
