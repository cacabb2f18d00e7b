import { type Batch, createBatch, type Told } from './batch.ts'

/** Notifies the other instances after a commit, over a connection of its own. */
export interface Relay {
  publish: (news: Told) => void
  close: () => Promise<void>
}

export interface RelayListener {
  /** what another instance published */
  heard: (news: Told) => void
  /** something may have been missed */
  missed: () => void
  /** The connection was lost, or could not be opened at the start. It is called once until there is one again. */
  away?: (error: unknown) => void
}

/** An open connection to what carries the notifications. */
export interface Connection {
  /** Resolves once the batch cannot be lost with the connection. */
  send: (batch: Batch) => Promise<void>
  /** Throws if the connection does not answer: it can break without an event. */
  check: () => Promise<unknown>
  close: () => Promise<void>
}

const heartbeatMs = 20_000
export const answerMs = 10_000
const closeMs = 2_000
const reconnectMs = { first: 50, longest: 5_000 }

/**
 * Keeps a connection open, and sends over it. Resolves when it is open or when the first try failed; after a failure it
 * reconnects by itself. `connect` resolves when everything published from then on is heard; it calls `lost` if the
 * connection breaks later.
 */
export async function keepConnected(
  connect: (lost: (error?: unknown) => void) => Promise<Connection>,
  { missed, away = () => undefined }: Pick<RelayListener, 'missed' | 'away'>,
): Promise<Relay> {
  let current: Connection | null = null
  const closing = new AbortController()
  let sending = Promise.resolve()
  let waiting = createBatch()

  const open = async () => {
    let fresh: Connection | null = null
    let isBroken = false
    fresh = await connect((error) => {
      isBroken = true
      if (fresh) lose(fresh, error)
    })
    if (!isBroken && !closing.signal.aborted) {
      current = fresh
      return
    }
    await fresh.close().catch(() => undefined)
    if (isBroken) throw new Error('the connection broke at once')
  }
  const lose = (lost: Connection, error: unknown) => {
    if (current !== lost) return
    current = null
    away(error)
    void lost.close().catch(() => undefined)
    void reconnect()
  }
  const reconnect = async () => {
    for (
      let delay = reconnectMs.first;
      !closing.signal.aborted;
      delay = Math.min(2 * delay, reconnectMs.longest)
    ) {
      await new Promise((resolve) => setTimeout(resolve, delay).unref())
      const isBack = await open().then(
        () => true,
        () => false,
      )
      if (!isBack) continue
      if (closing.signal.aborted) return
      missed()
      send()
      return
    }
  }
  // While one batch is being sent, the next one collects new items.
  const send = () => (sending = sending.then(flush))
  const flush = async (): Promise<void> => {
    const sender = current
    if (!sender || waiting.size === 0) return
    const batch = waiting
    waiting = createBatch()
    try {
      await sender.send(batch)
    } catch (error) {
      // Sending an item twice does no harm.
      waiting.merge(batch)
      lose(sender, error)
    }
    return flush()
  }
  const heartbeat = setInterval(() => {
    const listening = current
    listening?.check().catch((error: unknown) => lose(listening, error))
  }, heartbeatMs)
  heartbeat.unref()

  await open().catch((error: unknown) => {
    away(error)
    void reconnect()
  })
  return {
    publish(news) {
      waiting.add(news)
      void send()
    },
    async close() {
      closing.abort()
      clearInterval(heartbeat)
      // A connection that hangs must not hold up the end of the process.
      await Promise.race([sending, new Promise((resolve) => setTimeout(resolve, closeMs).unref())])
      const last = current
      current = null
      await last?.close().catch(() => undefined)
    },
  }
}
