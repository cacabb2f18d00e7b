import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { asProblem } from '../../../server/base/problem.ts'
import { createSharedThrottle } from '../../../server/limits/tally.ts'
import { bucket, byNetwork, createThrottle, growing } from '../../../server/limits/throttle.ts'
import { openForLimits } from '../../../server/db/open.ts'
import { dialect, freshDatabase } from '../../support/database.ts'

const minute = 60_000
const now = () => Date.UTC(2027, 0, 1)

function instanceOn(url: string) {
  const throttle = createSharedThrottle({ postgres: url }, now, createThrottle(now))
  onTestFinished(throttle.close)
  return throttle
}

/** Returns the address of a database through a proxy, and how often somebody there waited for it to answer. */
async function throughProxy(url: string): Promise<{ url: string; trips: () => number }> {
  const folder = mkdtempSync(join(tmpdir(), 'koszyk-proxy-'))
  const file = '.s.PGSQL.5432'
  const behind = join(decodeURIComponent(/host=([^&]*)/.exec(url)?.[1] ?? ''), file)
  let trips = 0
  const proxy = createServer((client) => {
    const server = connect(behind)
    let isAnswered = true
    client.on('data', (data) => {
      if (isAnswered) trips++
      isAnswered = false
      server.write(data)
    })
    server.on('data', (data) => {
      isAnswered = true
      client.write(data)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy())
  })
  await new Promise<void>((listening) => proxy.listen(join(folder, file), listening))
  onTestFinished(() => {
    proxy.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { url: url.replace(/host=[^&]*/, `host=${encodeURIComponent(folder)}`), trips: () => trips }
}

const wrong = async () => null
const right = async () => 'right'

test.runIf(dialect === 'postgres')(
  'RUN-10 a guess costs two round trips to the database, and two more if it is right',
  async () => {
    const { url, trips } = await throughProxy(await freshDatabase())
    const throttle = instanceOn(url)
    const tripsOf = async (work: Promise<unknown>) => {
      const before = trips()
      await work
      return trips() - before
    }
    await throttle.count([bucket('opens a connection', 1, minute)])
    const limits = [
      growing('ala'),
      bucket('ala', 20, minute),
      ...byNetwork('log-in', '2001:db8::1', 30, minute),
    ]
    expect(await tripsOf(throttle.guess(limits, wrong))).toBe(2)
    expect(await tripsOf(throttle.guess(limits, wrong))).toBe(2)
    expect(await tripsOf(throttle.guess(limits, right))).toBe(4)
    expect(await tripsOf(throttle.guessCode(byNetwork('code', '192.0.2.1', 60, minute), wrong))).toBe(2)
  },
)

test.runIf(dialect === 'postgres')(
  'RUN-10 each of many guesses at once is counted, whatever the order of their limits',
  async () => {
    const url = await freshDatabase()
    const instances = [instanceOn(url), instanceOn(url), instanceOn(url)]
    const [few, many] = [bucket('few', 30, minute), bucket('many', 50, minute)]
    const all = Array.from({ length: 90 }, async (_, i) => {
      const limits = i % 2 ? [few, many] : [many, few]
      return instances[i % 3]?.count(limits).then(
        () => 'counted',
        (error: unknown) => asProblem(error).code,
      )
    })
    const counted = (await Promise.all(all)).filter((one) => one === 'counted')
    expect(counted).toHaveLength(30)
    expect(new Set(await Promise.all(all))).toEqual(new Set(['counted', 'tooManyRequests']))
    // What was refused for the one is not counted for the other.
    for (let i = 0; i < 20; i++) await instances[0]?.count([many])
    await expect(instances[0]?.count([many])).rejects.toThrow('tooManyRequests')
  },
)

test.runIf(dialect === 'postgres')(
  'RUN-10 while a thousand addresses guess codes, log-ins are not held up',
  async () => {
    const throttle = instanceOn(await freshDatabase())
    let counted = 0
    const flood = Array.from({ length: 1_000 }, (_, i) =>
      throttle
        .guessCode(byNetwork('code', `10.0.${i >> 8}.${i & 255}`, 60, minute), async () => (counted++, null))
        .catch((error: unknown) => asProblem(error).code),
    )
    expect(await throttle.guess([growing('ala')], right)).toBe('right')
    // Those that came before it and a few more: not the thousand.
    expect(counted).toBeLessThanOrEqual(20)
    const answers = await Promise.all(flood)
    expect(answers.filter((one) => one === 'unavailable')).toHaveLength(1_000 - counted)
    expect(await throttle.guessCode(byNetwork('code', '10.1.0.0', 60, minute), right)).toBe('right')
  },
)

test.runIf(dialect === 'postgres')(
  'RUN-10 a guess that cannot be written down is not taken for counted',
  async () => {
    const url = await freshDatabase()
    const db = openForLimits(url)
    onTestFinished(() => db.destroy())
    await sql`alter table tally add constraint full_disk check (key = '')`.execute(db)
    await expect(instanceOn(url).count([growing('ala')])).rejects.toThrow('full_disk')
  },
)
