import { limits } from '../core/product/entities.ts'
import type { Entry } from '../core/sync/mutation.ts'
import { seal, type Stream, type SyncCall, type SyncReply } from '../core/sync/replica.ts'

export interface CourierDeps {
  user: string
  newId: () => string
  now: () => number
  /** sends one POST; throws what the call throws */
  send: (call: SyncCall) => Promise<SyncReply>
  /** records that the server may have applied these operations */
  sent: (opIds: readonly string[]) => void
}

/**
 * Sends changes from memory while the storage refuses writes, each under its own operation id and a client id of this
 * page. Nothing is stored: once there is room the outbox sends the same operations again, and the server recognises the
 * ids it has. So the reply only tells which operations were delivered; its rows are ignored.
 */
export function createCourier({ user, newId, now, send, sent }: CourierDeps) {
  const streams = new Map<string, Stream>()
  const delivered = new Set<string>()
  let running: Promise<void> | null = null
  /** the latest entries passed to `deliver` while an earlier delivery runs */
  let next: readonly Entry[] | null = null

  function streamOf(listId: string): Stream {
    return (
      streams.get(listId) ?? { listId, clientId: newId(), nextSeq: 1, cursor: 0, epoch: null, list: null }
    )
  }

  async function deliverList(listId: string, entries: readonly Entry[]): Promise<void> {
    for (;;) {
      const left = entries
        .filter(({ opId }) => !delivered.has(opId))
        .map((entry) => ({ ...entry, seq: null }))
      if (left.length === 0) return
      const stream = streamOf(listId)
      const at = { user, request: newId(), now: now(), maxOps: limits.batchOps, snapshot: false, pull: false }
      const { call, stream: sealed } = seal(stream, left, at)
      if (!call) return
      const opIds = call.body.ops.map(({ opId }) => opId)
      // From here on the operations may take effect, whatever the answer is.
      sent(opIds)
      const reply = await send(call)
      if (reply.request !== call.body.request) return
      streams.set(listId, sealed)
      for (const opId of opIds) delivered.add(opId)
    }
  }

  /** If a list's call fails, the next `deliver` sends its entries again, under a new client id. */
  async function deliverAll(entries: readonly Entry[]): Promise<void> {
    for (const [listId, ofList] of Map.groupBy(entries, (entry) => entry.listId))
      await deliverList(listId, ofList).catch(() => streams.delete(listId))
  }

  async function deliverNext(): Promise<void> {
    while (next) {
      const entries = next
      next = null
      await deliverAll(entries)
    }
  }

  return {
    /**
     * Sends what was not delivered yet, in the given order. Resolves after one attempt, whether or not it succeeded.
     */
    deliver(entries: readonly Entry[]): Promise<void> {
      next = entries
      running ??= deliverNext().finally(() => (running = null))
      return running
    },
  }
}
