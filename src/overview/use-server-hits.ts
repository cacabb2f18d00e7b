import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { searchWords } from '../../core/words/text.ts'
import { http } from '../../device/network.ts'
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
  const [answer, setAnswer] = useState<{ words: string } & ServerHits>({
    words: '',
    found: nothing,
    missing: false,
  })
  const asks = wanted && words !== ''

  useEffect(() => {
    if (!asks || !online) return
    const left = new AbortController()
    const search = { query: { query: words, limit: '200' }, signal: left.signal }
    http.call('GET /api/v3/lists/search', search).then(
      ({ items }) => {
        const found = new Map(items.map(({ id, matched = [] }) => [id, matched]))
        if (!left.signal.aborted) setAnswer({ words, found, missing: false })
      },
      () => {
        if (!left.signal.aborted) setAnswer({ words, found: nothing, missing: true })
      },
    )
    return () => left.abort()
  }, [asks, online, words])

  if (!asks) return { found: nothing, missing: false }
  if (!online) return { found: nothing, missing: true }
  return answer.words === words ? answer : { found: nothing, missing: false }
}
