import { useDebouncedValue } from '@mantine/hooks'
import { searchWords } from '../../core/words/text.ts'
import { http } from '../../device/network.ts'
import { useAsked } from '../state/asked.ts'
import { useSync } from '../state/lists/sync.ts'

export interface ServerHits {
  /** list id → the matching products */
  found: ReadonlyMap<string, readonly string[]>
  /** the server could not be asked, so hits may be missing */
  missing: boolean
}

/** Debounce: the server is not asked at every key press. */
const askAfterMs = 250

const nothing: ReadonlyMap<string, readonly string[]> = new Map()

/** The server's hits for lists not whole on this device, such as archived ones; `wanted`: there are any. */
export function useServerHits(query: string, wanted: boolean): ServerHits {
  const typed = searchWords(query).join(' ')
  const [resting] = useDebouncedValue(typed, askAfterMs)
  // Clearing the field takes effect at once, without the debounce.
  const words = typed === '' ? '' : resting
  const online = useSync((sync) => sync.online)
  const asks = wanted && words !== ''
  const { data, isError } = useAsked(['lists', words], ({ signal }) => askFor(words, signal), asks && online)
  if (!asks) return { found: nothing, missing: false }
  if (!online) return { found: nothing, missing: true }
  return { found: data ?? nothing, missing: isError }
}

async function askFor(words: string, signal: AbortSignal): Promise<ServerHits['found']> {
  const search = { query: { query: words, limit: '200' }, signal }
  const { items } = await http.call('GET /api/v3/lists/search', search)
  return new Map(items.map(({ id, matched = [] }) => [id, matched]))
}
