import { useDebouncedValue } from '@mantine/hooks'
import { searchWords } from '../../core/words/text.ts'
import { http } from '../../device/network.ts'
import { useAsked } from '../state/asked.ts'
import { useSync } from '../state/lists/sync.ts'

export interface ServerHits {
  /** list id → the products that were meant */
  found: ReadonlyMap<string, readonly string[]>
  /** the server could not be asked, so that something may be missing */
  missing: boolean
}

/** Nobody is asked at every letter. */
const askAfterMs = 250

const nothing: ReadonlyMap<string, readonly string[]> = new Map()

/** What the server finds, for lists that are not whole on this device, such as archived ones; `wanted`: there are such. */
export function useServerHits(query: string, wanted: boolean): ServerHits {
  const typed = searchWords(query).join(' ')
  const [resting] = useDebouncedValue(typed, askAfterMs)
  // An emptied field counts at once.
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
