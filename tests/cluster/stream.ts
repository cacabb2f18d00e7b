import { EventSourceParserStream } from 'eventsource-parser/stream'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Acknowledged changes of one list, and when the stream of another device said that there is something new. */
export class Pokes {
  /** when a change was acknowledged, and how many ms later the device was told; ascending by `at` for each list */
  readonly told: { at: number; ms: number }[] = []
  /** how often the stream began, the first time included */
  opened = 0
  #waiting: { head: number; at: number }[] = []
  #newest = 0

  /** A change was acknowledged with this head of the list. */
  acknowledged(head: number): void {
    const at = performance.now()
    // The poke may arrive before the answer to who made the change.
    if (head <= this.#newest) this.told.push({ at, ms: 0 })
    else this.#waiting.push({ head, at })
  }

  /** The stream said that the list has got as far as `head`; Infinity: that the device must look. */
  heard(head: number): void {
    const now = performance.now()
    if (head !== Infinity) this.#newest = Math.max(this.#newest, head)
    for (const one of this.#waiting) if (one.head <= head) this.told.push({ at: one.at, ms: now - one.at })
    this.#waiting = this.#waiting.filter((one) => one.head > head)
  }

  /** How many acknowledged changes the stream has not told yet. */
  get missing(): number {
    return this.#waiting.length
  }

  /** Returns how long the pokes of what was acknowledged in that time took, ms, ascending. */
  between(from: number, to: number): number[] {
    const within = this.told.filter(({ at }) => at >= from && at < to)
    const late = this.#waiting.filter(({ at }) => at >= from && at < to)
    const waits = [...within.map(({ ms }) => ms), ...late.map(({ at }) => performance.now() - at)]
    return waits.toSorted((a, b) => a - b)
  }
}

/** Longer than two intervals of the server's hello events, as in the app: after such silence the connection is dead. */
const silenceMs = 60_000

interface Listener {
  url: string
  fetch: typeof fetch
  token: string
  list: string
  pokes: Pokes
  signal: AbortSignal
  /** pulls, unless the device has got as far as `head` */
  look: (head: number) => void
}

/** Listens to GET /api/v3/events as a page of the app does, until `signal`; opens the stream again when it ends. */
export async function listen(listener: Listener): Promise<void> {
  while (!listener.signal.aborted) {
    await listenOnce(listener).catch(() => undefined)
    if (!listener.signal.aborted) await pause(500)
  }
}

async function listenOnce({ url, fetch, token, list, pokes, signal, look }: Listener): Promise<void> {
  const quiet = new AbortController()
  let timer = setTimeout(() => quiet.abort(), silenceMs)
  let isGreeted = false
  const lookAtAll = () => {
    pokes.heard(Infinity)
    look(Infinity)
  }
  try {
    const response = await fetch(url, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, quiet.signal]),
    })
    if (!response.ok || !response.body) return
    const events = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
    for await (const { event, data } of events) {
      clearTimeout(timer)
      timer = setTimeout(() => quiet.abort(), silenceMs)
      if (event === 'hello' && !isGreeted) pokes.opened++
      // Changes may have been missed before a stream's first hello.
      if (event === 'lists' || (event === 'hello' && !isGreeted)) lookAtAll()
      isGreeted ||= event === 'hello'
      if (event !== 'poke') continue
      const poke = JSON.parse(data) as { list: string; head: number }
      if (poke.list !== list) continue
      pokes.heard(poke.head)
      look(poke.head)
    }
  } finally {
    clearTimeout(timer)
  }
}
