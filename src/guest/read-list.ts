import { create } from 'zustand'
import type { List } from '../../core/contract/shapes.ts'

/** A list as anybody with its link sees it. */
interface ReadList {
  list: List | null
  /** missing: a wrong link, or one that was switched off */
  status: 'loading' | 'ready' | 'missing' | 'unreachable'
  /** time of the last response, epoch ms */
  at: number | null
  /** the last request got no response */
  stale: boolean
}

const nothing: ReadList = { list: null, status: 'loading', at: null, stale: false }

export const useReadList = create<ReadList>(() => nothing)

/** Changes are seen within ten seconds: this pause plus the response time. In milliseconds. */
const pause = 7_000
const timeoutMs = 15_000

/** Polls the list of this link while the page is visible. Returns the function that stops it. */
export function watchReadList(hash: string): () => void {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  let tag: string | null = null
  let asking = false
  useReadList.setState(nothing)

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

/** Requests without a session: the link alone grants access. Returns the ETag for the next request. */
async function look(hash: string, tag: string | null, stopped: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`/api/v3/list/hash/${encodeURIComponent(hash)}`, {
      headers: { accept: 'application/json', ...(tag && { 'if-none-match': tag }) },
      signal: AbortSignal.any([stopped, AbortSignal.timeout(timeoutMs)]),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
    })
    // A captive portal answers every request with its own page.
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
