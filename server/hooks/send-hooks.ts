import { createHmac } from 'node:crypto'
import { Counter } from 'prom-client'
import { isWebAddress, publicInternet } from '../base/public-network.ts'
import { type Db } from '../db/open.ts'
import { peopleOf, takeNoted } from './hook-outbox.ts'
import { createTransport, type PushNetwork } from '../push/transport.ts'

/** Sends what is in the outbox (hook-outbox.ts) to the addresses of webhooks. */
export interface Hooks {
  /** Sends what was noted. Call it after a commit. */
  wake: () => void
  /** Sends everything that is due; resolves when it was sent or put off. */
  drain: () => Promise<void>
  start: () => void
  stop: () => Promise<void>
  counter: Counter
}

interface HookDeps {
  db: Db
  now: () => number
  onFailure: (failure: { host: string; code: string }) => void
  network?: Partial<PushNetwork> | undefined
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
/** Deliveries at a time; of one account one, so that slow addresses hold up only those who named them. */
const atOnce = 8
const retryMs = { first: 30 * second, longest: hour }
/** Nobody else takes a delivery that is being sent, even if this instance is killed, for so long. */
const claimMs = minute
const checkMs = 15 * second

export function createHooks({ db, now, onFailure, network }: HookDeps): Hooks {
  const transport = createTransport({
    ...publicInternet(),
    isEndpoint: isWebAddress,
    timeoutMs: 10 * second,
    ...network,
  })
  const counter = new Counter({
    name: 'webhook_deliveries_total',
    help: 'Deliveries to webhooks: arrived, failed for now, or given up',
    labelNames: ['outcome'],
    registers: [],
  })
  for (const outcome of ['arrived', 'failed', 'givenUp']) counter.inc({ outcome }, 0)
  let isStarted = false
  let timer: NodeJS.Timeout | undefined
  let claiming: Promise<void> = Promise.resolve()
  /** by account */
  const running = new Map<string, Promise<void>>()

  /** Takes what is due and has a free place, and starts sending it. */
  const startDue = async () => {
    while (running.size < atOnce) {
      const [due] = await dueDeliveries(db, now(), [...running.keys()])
      if (!due) return
      const { numUpdatedRows } = await db
        .updateTable('webhook_delivery')
        .set({ next_at: now() + claimMs })
        .where('id', '=', due.id)
        .where('next_at', '=', due.next_at)
        .where('done_at', '=', 0)
        .executeTakeFirst()
      // Another instance was faster.
      if (numUpdatedRows === 0n) continue
      const sending = send(due)
        .catch((error: { code?: string }) =>
          onFailure({ host: hostOf(due.url), code: error.code ?? 'unknown' }),
        )
        .finally(() => {
          running.delete(due.account_id)
          if (isStarted) wake()
        })
      running.set(due.account_id, sending)
    }
  }
  const round = () => (claiming = claiming.then(startDue, startDue))
  const wake = () => {
    round().catch((error: { code?: string }) => onFailure({ host: '', code: error.code ?? 'unknown' }))
  }

  /** Returns the status of the answer; 0 without one, or where the address may not be reached. */
  const post = async ({ id, url, secret, body }: Due): Promise<number> => {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Koszyk-Webhook/1',
      'x-delivery': id,
      'x-signature': `sha256=${signature}`,
    }
    try {
      return (await transport.post({ endpoint: url, headers, body: Buffer.from(body) })).status
    } catch {
      return 0
    }
  }

  const send = async (due: Due) => {
    const { id, webhook_id, attempts, ends_at, account_id, list_id } = due
    const isSeen = await maySee(db, account_id, list_id)
    const status = isSeen ? await post(due) : 0
    const isArrived = status >= 200 && status < 300
    const next = now() + Math.min(retryMs.longest, retryMs.first * 2 ** attempts)
    const isOver = isArrived || !isSeen || next >= ends_at
    counter.inc({ outcome: isArrived ? 'arrived' : isOver ? 'givenUp' : 'failed' })
    await db
      .updateTable('webhook_delivery')
      .set({ status, attempts: attempts + 1, next_at: next, done_at: isOver ? now() : 0 })
      .where('id', '=', id)
      .execute()
    if (!isSeen) return
    // What waits for an address that does not answer waits with it, and follows at once when it answers again.
    await db
      .updateTable('webhook_delivery')
      .set({ next_at: isArrived ? now() : next })
      .where('webhook_id', '=', webhook_id)
      .where('done_at', '=', 0)
      .where('next_at', isArrived ? '>' : '<', isArrived ? now() : next)
      .execute()
  }

  return {
    wake: () => void (isStarted && takeNoted() && wake()),
    async drain() {
      do {
        await round()
        await Promise.all(running.values())
      } while ((await dueDeliveries(db, now(), [])).length > 0)
    },
    start() {
      isStarted = true
      timer = setInterval(wake, checkMs)
      timer.unref()
      wake()
    },
    async stop() {
      isStarted = false
      clearInterval(timer)
      await claiming.catch(() => undefined)
      await Promise.all(running.values())
      transport.close()
    },
    counter,
  }
}

type Due = Awaited<ReturnType<typeof dueDeliveries>>[number]

function dueDeliveries(db: Db, now: number, busy: readonly string[]) {
  return db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
    .select(['webhook_delivery.id', 'webhook_id', 'list_id', 'body', 'next_at', 'ends_at', 'attempts'])
    .select(['webhook.url', 'webhook.secret', 'webhook.account_id'])
    .where('webhook_delivery.done_at', '=', 0)
    .where('webhook_delivery.next_at', '<=', now)
    .$if(busy.length > 0, (query) => query.where('webhook.account_id', 'not in', busy))
    .orderBy('webhook_delivery.next_at')
    .orderBy('webhook_delivery.id')
    .limit(1)
    .execute()
}

/** Returns whether the account still sees the list: since the change it may have been taken out of it. */
async function maySee(db: Db, accountId: string, listId: string): Promise<boolean> {
  const account = db.selectFrom('account').select('id').where('id', '=', accountId).where('status', '=', 'A')
  return (await account.where('id', 'in', peopleOf(db, listId)).executeTakeFirst()) !== undefined
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname : '')
