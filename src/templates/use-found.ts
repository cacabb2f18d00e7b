import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Language } from '../../core/product/entities.ts'
import { useLanguage } from '../texts/use-language.ts'
import { useSync } from '../state/lists/sync.ts'
import { findTemplates, foundKey, type Found, type Shelf, useTemplates } from '../state/templates.ts'

/** Nobody is asked at every letter. */
const askAfterMs = 250

/** One after the other; one's own that are public stand on two shelves, and are shown on the first. */
function together(founds: readonly (Found | undefined)[]): Found | null {
  const there = founds.filter((found) => found !== undefined)
  if (there.length === 0) return null
  const all = there.flatMap(({ items }) => items)
  const items = [...new Map(all.toReversed().map((one) => [one.id, one])).values()].toReversed()
  const total = there.reduce((sum, found) => sum + found.total, 0)
  return { items, total: total - (all.length - items.length) }
}

function ask(shelves: string, words: string, language: Language): void {
  for (const shelf of shelves.split(' ') as Shelf[]) void findTemplates(shelf, words, language)
}

/** What the server finds on these shelves for the words; until it answers, what was found before stays on screen. */
export function useFound(shelves: readonly Shelf[], typed: string) {
  const [resting] = useDebouncedValue(typed.trim(), askAfterMs)
  // An emptied field counts at once.
  const words = typed.trim() === '' ? '' : resting
  const language = useLanguage()
  const online = useSync((sync) => sync.online)
  const name = shelves.join(' ')
  const keys = shelves.map((shelf) => foundKey(shelf, words, language))
  const founds = useTemplates(useShallow((templates) => keys.map((key) => templates.found[key])))
  const problem = useTemplates(({ problems }) =>
    keys.map((key) => problems[key]).find((one) => one !== undefined),
  )
  const now = useMemo(() => together(founds), [founds])
  const isWhole = founds.every((found) => found !== undefined)
  const [last, setLast] = useState<{ name: string; found: Found } | null>(null)
  if (now && isWhole && last?.found !== now) setLast({ name, found: now })

  useEffect(() => {
    if (online) ask(name, words, language)
  }, [online, name, words, language])

  async function more(): Promise<void> {
    const unfinished = shelves.filter((_, i) => {
      const found = founds[i]
      return found && found.items.length < found.total
    })
    await Promise.all(unfinished.map((shelf) => findTemplates(shelf, words, language, true)))
  }

  const waiting = !isWhole && !problem
  return {
    words,
    /** null: nothing to show yet */
    found: waiting ? (last?.name === name ? last.found : null) : now,
    problem: problem === 'missing' ? undefined : problem,
    online,
    again: () => ask(name, words, language),
    more,
  }
}
