import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Entry } from '../../../core/sync/mutation.ts'
import type { Device } from '../../../device/device.ts'
import { http } from '../../../device/network.ts'
import { getSession } from '../../../device/storage/app-db.ts'
import { pullList, pullOverview } from '../../sync/overview.ts'
import { storageFailed, useSync } from '../../sync/sync-status.ts'
import { hearTogether } from '../../list/state/watch-together.ts'
import { useDevice } from '../../sync/device.ts'
import { isSignedIn, loadProfile, useSession } from '../../account/session/session.ts'

/** Longer than two intervals of the server's hello events: after such silence the connection is dead. */
const silenceMs = 60_000
const pullEveryMs = 5 * 60_000
const longestPauseMs = 30_000
/** Typed changes are sent first, but news does not wait for them longer than this. In milliseconds. */
const sendingMs = 2_000
/** characters; a longer event is not from our server */
const longestEvent = 64 << 10

let stop: AbortController | null = null

/** Closes the stream and, if the page is visible and somebody is signed in, opens a new one. */
export function restartLive(): void {
  stop?.abort()
  stop = null
  if (document.visibilityState === 'hidden' || !useDevice.getState().device) return
  stop = new AbortController()
  void lead(stop.signal)
}

/** One event stream per browser, open while one of its pages is visible. */
export function startLive(): void {
  document.addEventListener('visibilitychange', restartLive)
  addEventListener('online', restartLive)
  useDevice.subscribe(restartLive)
  setInterval(() => {
    if (stop) catchUp()
  }, pullEveryMs)
  restartLive()
}

async function lead(signal: AbortSignal): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return
  await sent(device, signal)
  if (signal.aborted) return
  // Even a page that does not get the lock pulls once, because what it shows may be old.
  void pullOverview()
  const run = () => listenOn(signal)
  try {
    if ('locks' in navigator) await navigator.locks.request(`live:${device.userId}`, { signal }, run)
    else await run()
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Resolves when nothing waits to be sent, when what waits cannot be sent now, or after 2 s. */
async function sent(device: Device, signal: AbortSignal): Promise<void> {
  const sync = useSync.of(device)
  const { outbox, words: old } = sync.getState()
  if (outbox.length === 0) return
  const over = new AbortController()
  const stop = sync.subscribe(({ outbox, words }) => {
    // A state from before the network came back does not count.
    const isStuck = ({ listId }: Entry) =>
      words !== old && ['waiting', 'signedOut'].includes(words[listId] ?? '')
    if (outbox.every(isStuck)) over.abort()
  })
  await pause(sendingMs, AbortSignal.any([signal, over.signal]))
  stop()
}

async function listenOn(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    const token = (await getSession())?.accessToken
    if (!token) return
    // A call may have heard it first, and the session is about to end or to be renewed.
    if (await http.isRefused(token)) {
      if ((await http.refresh(token)) !== 'yes') return
      continue
    }
    const heard = await listenOnce(token, signal)
    if (typeof heard === 'object') {
      await http.noteRefusal(token, heard.refused)
      if ((await http.refresh(token)) !== 'yes') return
    }
    if (heard === 'something') failures = 0
    await pause(Math.min(longestPauseMs, 500 * 2 ** failures) * (0.5 + Math.random() / 2), signal)
  }
}

/**
 * Reads one stream to its end. Returns whether anything was received, or the body of a 401. Uses fetch because
 * EventSource cannot send the token in a header.
 */
async function listenOnce(
  token: string,
  signal: AbortSignal,
): Promise<'something' | 'nothing' | { refused: unknown }> {
  const quiet = new AbortController()
  let timer = setTimeout(() => quiet.abort(), silenceMs)
  let heard = false
  let greeted = false
  try {
    const response = await fetch('/api/v3/events', {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, quiet.signal]),
      cache: 'no-store',
    })
    if (response.status === 401) return { refused: await response.json().catch(() => null) }
    if (
      !response.ok ||
      !response.body ||
      !response.headers.get('content-type')?.startsWith('text/event-stream')
    )
      return 'nothing'
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ maxBufferSize: longestEvent }))
    const reader = events.getReader()
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => quiet.abort(), silenceMs)
      heard = true
      const { event, data } = next.value
      // Changes may have been missed before a connection's first hello. Later hellos only keep it alive.
      if (event === 'lists' || (event === 'hello' && !greeted)) catchUp()
      if (event === 'poke') poked(data)
      if (event === 'hello' && !greeted) hearTogether('begun', data)
      if (event === 'trip' || event === 'trips' || event === 'presence') hearTogether(event, data)
      greeted ||= event === 'hello'
    }
  } catch {
    // The connection was cut off, refused or silent: try again.
  } finally {
    clearTimeout(timer)
  }
  return heard ? 'something' : 'nothing'
}

/**
 * Pulls what may have changed. An account that is not active also reloads its profile: the activation link is mostly
 * opened elsewhere.
 */
function catchUp(): void {
  void pullOverview()
  if (isSignedIn() && useSession.getState().profile?.status === 'N') void loadProfile()
}

function poked(data: string): void {
  const { list, head, epoch } = JSON.parse(data) as { list?: unknown; head?: unknown; epoch?: unknown }
  if (typeof list === 'string' && typeof head === 'number') pullList(list, head, epoch).catch(storageFailed)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
