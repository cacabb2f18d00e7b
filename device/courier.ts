import { limits } from '../core/product/entities.ts'
import type { Entry } from '../core/sync/mutation.ts'
import { seal, type Stream, type SyncCall, type SyncReply } from '../core/sync/replica.ts'

export interface CourierDeps {
  user: string
  newId: () => string
  now: () => number
  /** one POST; throws what the call throws */
  send: (call: SyncCall) => Promise<SyncReply>
  /** notes that the server may have applied these operations */
  sent: (opIds: readonly string[]) => void
}

/**
 * Sends changes from memory while the storage takes nothing, each under its own operation id and a client id of this
 * page. Nothing is stored: the outbox is sent again once there is room, and the server recognises every operation that
 * it has. So the answer is read for nothing but what was taken.
 */
export function createCourier({ user, newId, now, send, sent }: CourierDeps) {
  const streams = new Map<string, Stream>()
  const delivered = new Set<string>()
  let running: Promise<void> | null = null
  /** what came while the ones before were under way */
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
      // From here on they may take effect, whatever the answer is.
      sent(opIds)
      const reply = await send(call)
      if (reply.request !== call.body.request) return
      streams.set(listId, sealed)
      for (const opId of opIds) delivered.add(opId)
    }
  }

  /** A list whose call failed keeps its turn for the next time, under a new client id. */
  async function deliverAll(entries: readonly Entry[]): Promise<void> {
    for (const [listId, own] of Map.groupBy(entries, (entry) => entry.listId))
      await deliverList(listId, own).catch(() => streams.delete(listId))
  }

  async function deliverNext(): Promise<void> {
    while (next) {
      const entries = next
      next = null
      await deliverAll(entries)
    }
  }

  return {
    /** Sends what was not delivered yet, in the order given; resolves when it was tried once. */
    deliver(entries: readonly Entry[]): Promise<void> {
      next = entries
      running ??= deliverNext().finally(() => (running = null))
      return running
    },
  }
}
