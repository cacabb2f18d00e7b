import { getSession } from '../device/app-db.ts'
import { http } from '../device/network.ts'
import { useDevice } from './state/device.ts'
import { pullList, pullOverview } from './state/overview.ts'
import { storageFailed } from './state/sync.ts'

/** Nothing heard for longer than two of the server's hellos: the connection is a corpse. */
const silence = 60_000
const lookAround = 5 * 60_000
const longestPause = 30_000

let stop: AbortController | null = null

/** Closes the stream and, when there is somebody to listen for, opens a new one. */
export function restartLive(): void {
  stop?.abort()
  stop = null
  if (document.visibilityState === 'hidden' || !useDevice.getState().device) return
  stop = new AbortController()
  void lead(stop.signal)
}

/** One event stream for the browser, open while a page of it is visible. */
export function startLive(): void {
  document.addEventListener('visibilitychange', restartLive)
  addEventListener('online', restartLive)
  useDevice.subscribe(restartLive)
  setInterval(() => {
    if (stop) void pullOverview()
  }, lookAround)
  restartLive()
}

async function lead(signal: AbortSignal): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return
  // A page that does not lead still looks around once: what it shows may be old.
  void pullOverview()
  const run = () => listenOn(signal)
  try {
    if ('locks' in navigator) await navigator.locks.request(`live:${device.userId}`, { signal }, run)
    else await run()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function listenOn(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const token = (await getSession())?.accessToken
    if (!token) return
    const heard = await listenOnce(token, signal)
    if (heard === 'refused' && (await http.refresh(token)) !== 'yes') return
    if (heard === 'something') failures = 0
    await pause(Math.min(longestPause, 500 * 2 ** failures) * (0.5 + Math.random() / 2), signal)
  }
}

/** Reads one stream to its end. EventSource cannot send the token in a header, so it is read by hand. */
async function listenOnce(token: string, signal: AbortSignal): Promise<'something' | 'nothing' | 'refused'> {
  const quiet = new AbortController()
  let timer = setTimeout(() => quiet.abort(), silence)
  let heard = false
  let greeted = false
  try {
    const response = await fetch('/api/v3/events', {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, quiet.signal]),
      cache: 'no-store',
    })
    if (response.status === 401) return 'refused'
    if (
      !response.ok ||
      !response.body ||
      !response.headers.get('content-type')?.startsWith('text/event-stream')
    )
      return 'nothing'
    let rest = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => quiet.abort(), silence)
      heard = true
      const events = (rest + chunk.value).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const name = /^event: (.+)$/m.exec(event)?.[1]
        // The first hello of a connection may come after a silence; the others only say that it lives.
        if (name === 'lists' || (name === 'hello' && !greeted)) void pullOverview()
        if (name === 'poke') poked(event)
        greeted ||= name === 'hello'
      }
    }
  } catch {
    // Cut off, refused or silent: the next try tells.
  } finally {
    clearTimeout(timer)
  }
  return heard ? 'something' : 'nothing'
}

function poked(event: string): void {
  const data = /^data: (.+)$/m.exec(event)?.[1]
  if (!data) return
  const poke = JSON.parse(data) as { list?: unknown; head?: unknown }
  if (typeof poke.list === 'string' && typeof poke.head === 'number')
    pullList(poke.list, poke.head).catch(storageFailed)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
