import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { searchWords } from '../../core/text/normalise.ts'
import { http } from '../../device/network.ts'
import { useServerQuery } from '../sync/queries.ts'
import { useSync } from '../sync/connection.ts'
import { noHits, type ServerHits } from './search.ts'

/** Debounce in ms, so that the server is not asked at every key press. */
const askAfterMs = 250

interface AskServerProps {
  query: string
  onAnswer: (hits: ServerHits) => void
}

/** Asks the server for hits in lists that are not completely on this device, such as archived ones. Renders nothing. */
export function AskServer({ query, onAnswer }: AskServerProps) {
  const typed = searchWords(query).join(' ')
  const [resting] = useDebouncedValue(typed, askAfterMs)
  // Clearing the field takes effect at once, without the debounce.
  const words = typed === '' ? '' : resting
  const online = useSync((sync) => sync.online)
  const { data, isError } = useServerQuery(
    ['lists', words],
    ({ signal }) => askFor(words, signal),
    words !== '' && online,
  )
  useEffect(() => {
    if (words === '') onAnswer(noHits)
    else onAnswer({ found: (online && data) || noHits.found, missing: !online || isError })
  }, [words, online, data, isError, onAnswer])
  return null
}

async function askFor(words: string, signal: AbortSignal): Promise<ServerHits['found']> {
  const search = { query: { query: words, limit: '200' }, signal }
  const { items } = await http.call('GET /api/v3/lists/search', search)
  return new Map(items.map(({ id, matched = [] }) => [id, matched]))
}
