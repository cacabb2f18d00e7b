import { useDebouncedValue } from '@mantine/hooks'
import { useFoundTemplates } from '../state/template-answers.ts'
import { useSync } from '../state/lists/sync.ts'
import type { Shelf } from '../state/templates.ts'
import { useLanguage } from '../texts/use-language.ts'

/** Nobody is asked at every letter. */
const askAfterMs = 250

/** What the server finds on these shelves for what is typed. */
export function useFound(shelves: readonly Shelf[], typed: string) {
  const [resting] = useDebouncedValue(typed.trim(), askAfterMs)
  // An emptied field counts at once.
  const words = typed.trim() === '' ? '' : resting
  const online = useSync((sync) => sync.online)
  const { problem, ...rest } = useFoundTemplates(shelves, words, useLanguage(), online)
  return { words, online, problem: problem === 'missing' ? undefined : problem, ...rest }
}
