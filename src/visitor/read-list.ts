import { create } from 'zustand'
import type { List } from '../../core/contract/shapes.ts'
import type { TaggedAnswers } from '../../device/http.ts'
import { http } from '../../device/network.ts'
import { isMissing } from '../sync/shelves.ts'

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

/** Polls the list of this link while the page is visible. Returns the function that stops it. */
export function watchReadList(hash: string): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const tagged: TaggedAnswers = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking = false
  useReadList.setState(nothing)

  async function ask(): Promise<void> {
    if (asking) return
    asking = true
    clearTimeout(timer)
    await look(hash, tagged, signal)
    asking = false
    if (!signal.aborted && document.visibilityState === 'visible') timer = setTimeout(() => void ask(), pause)
  }
  function onVisible(): void {
    if (document.visibilityState === 'visible') void ask()
    else clearTimeout(timer)
  }

  document.addEventListener('visibilitychange', onVisible, { signal })
  addEventListener('online', onVisible, { signal })
  onVisible()
  return () => {
    stopped.abort()
    clearTimeout(timer)
  }
}

async function look(hash: string, tagged: TaggedAnswers, signal: AbortSignal): Promise<void> {
  try {
    const list = await http.call('GET /api/v3/list/hash/:hash', { params: { hash }, kept: tagged, signal })
    if (!signal.aborted) useReadList.setState({ list, status: 'ready', at: Date.now(), stale: false })
  } catch (error) {
    if (signal.aborted) return
    if (isMissing(error))
      useReadList.setState({ list: null, status: 'missing', at: Date.now(), stale: false })
    else
      useReadList.setState(({ list, status }) => ({
        stale: true,
        status: list || status === 'missing' ? status : 'unreachable',
      }))
  }
}
