import { useDebouncedValue } from '@mantine/hooks'
import { useFoundTemplates } from '../state/template-answers.ts'
import { useSync } from '../state/lists/sync.ts'
import { isTrial, useSession } from '../state/session/session.ts'
import type { Shelf } from '../state/templates.ts'
import { useLanguage } from '../texts/use-language.ts'

/** Debounce in ms, so that the server is not asked at every key press. */
const askAfterMs = 250

/** Returns the templates of these shelves that match the typed text. */
export function useFound(shelves: readonly Shelf[], typed: string) {
  const [resting] = useDebouncedValue(typed.trim(), askAfterMs)
  // Clearing the field takes effect without the debounce.
  const words = typed.trim() === '' ? '' : resting
  const onDevice = useSession(isTrial)
  // Without an account the user's own templates are on this device, so searching only them needs no network.
  const online = useSync((sync) => sync.online) || (onDevice && shelves.every((shelf) => shelf === 'user'))
  const { problem, ...rest } = useFoundTemplates(shelves, words, useLanguage(), online)
  return { words, online, problem: problem === 'missing' ? undefined : problem, ...rest }
}
