import type { FastifyInstance } from 'fastify'
import { invalid } from '../../base/problem.ts'
import type { Services } from '../../services/services.ts'
import { createQueue, createQueuesBy } from '../../limits/queue.ts'
import { bucket } from '../../limits/throttle.ts'
import { answers } from '../../http/route.ts'
import { calendarOf, isDay } from '../purchases/months.ts'
import { pricesSince, readCursor } from '../purchases/prices.ts'
import { spending } from '../purchases/spending.ts'

/** Each of these calls may read 100 000 rows: an account waits for its own, and two run at a time for all. */
const inTurnOf = createQueuesBy(1, 8)
const inTurn = createQueue(2, 60)
const read = <T>(account: string, work: () => Promise<T>) => inTurnOf(account, () => inTurn(work))

/** What was paid: prices by product and shop, and sums by month, shop, category and list. */
export async function moneyRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now, throttleHere } = services

  answers(app, services, 'prices', async ({ user, query: { since = '' } }) => {
    const cursor = readCursor(since, now())
    if (!cursor) throw invalid({ since: 'invalidFormat' })
    // Everything that is known is 50 pages at most, and each device asks for it once a week.
    throttleHere.count([bucket(`prices ${user.id}`, 200, 5_000)])
    return read(user.id, () => pricesSince(db, user.id, cursor, now()))
  })

  answers(app, services, 'spending', async ({ user, query: { from, to, by, tz = 'UTC' } }) => {
    const wrong: Record<string, string> = {}
    if (from !== undefined && !isDay(from)) wrong['from'] = 'outOfRange'
    if (to !== undefined && !isDay(to)) wrong['to'] = 'outOfRange'
    if (!isTimeZone(tz)) wrong['tz'] = 'outOfRange'
    if (Object.keys(wrong).length > 0) throw invalid(wrong)
    throttleHere.count([bucket(`spending ${user.id}`, 100, 2_000)])
    return read(user.id, () => spending(db, { account: user, from, to, by, timeZone: tz, now: now() }))
  })
}

/** A name, not an offset: an offset has no summer time. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    calendarOf(name)
    return true
  } catch {
    return false
  }
}
