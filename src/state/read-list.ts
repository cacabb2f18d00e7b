import { create } from 'zustand'
import type { List } from '../../core/contract/shapes.ts'

/** A list as its link shows it to anybody. */
interface ReadList {
  hash: string | null
  list: List | null
  /** missing: a wrong link, or one that was switched off */
  status: 'loading' | 'ready' | 'missing' | 'unreachable'
  /** when the server last said how it is, epoch ms */
  at: number | null
  /** the last question had no answer */
  stale: boolean
}

const nothing: ReadList = { hash: null, list: null, status: 'loading', at: null, stale: false }

export const useReadList = create<ReadList>(() => nothing)

/** Changes are seen within ten seconds: the pause, and the time that an answer takes. */
const pause = 7_000
const timeoutMs = 15_000

/** Keeps the list of this link fresh while the page is visible; the answer ends it. */
export function watchReadList(hash: string): () => void {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let tag: string | null = null
  let asking = false
  useReadList.setState({ ...nothing, hash })

  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    clearTimeout(timer)
    try {
      tag = await look(hash, tag, stopped.signal)
    } finally {
      asking = false
      if (!stopped.signal.aborted && document.visibilityState === 'visible')
        timer = setTimeout(() => void ask(), pause)
    }
  }
  function onVisible(): void {
    if (document.visibilityState === 'visible') void ask()
    else clearTimeout(timer)
  }

  document.addEventListener('visibilitychange', onVisible)
  addEventListener('online', onVisible)
  onVisible()
  return () => {
    stopped.abort()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
    removeEventListener('online', onVisible)
  }
}

/** Asks without any session: the link alone says what may be seen. Returns the answer's tag for the next time. */
async function look(hash: string, tag: string | null, stopped: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`/api/v3/list/hash/${encodeURIComponent(hash)}`, {
      headers: { accept: 'application/json', ...(tag && { 'if-none-match': tag }) },
      signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    })
    // A portal that wants a login answers everything with a page of its own.
    const ours = /^application\/(problem\+)?json\b/.test(response.headers.get('content-type') ?? '')
    if (response.status === 304 && tag) {
      useReadList.setState({ at: Date.now(), stale: false })
      return tag
    }
    if (ours && (response.status === 404 || response.status === 400)) {
      useReadList.setState({ list: null, status: 'missing', at: Date.now(), stale: false })
      return null
    }
    if (ours && response.ok) {
      const list = (await response.json()) as List
      useReadList.setState({ list, status: 'ready', at: Date.now(), stale: false })
      return response.headers.get('etag')
    }
    noAnswer()
  } catch {
    if (!stopped.aborted) noAnswer()
  }
  return tag
}

function noAnswer(): void {
  useReadList.setState(({ list, status }) => ({
    stale: true,
    status: list || status === 'missing' ? status : 'unreachable',
  }))
}
