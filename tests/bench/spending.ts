import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import { readCommand } from '../../scripts/cli/command.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'
import { habitsOf } from '../../server/lists/purchases/habits.ts'
import { pricesSince, readCursor } from '../../server/lists/purchases/prices.ts'
import { purchases } from '../../server/lists/purchases/purchases.ts'
import { spending } from '../../server/lists/purchases/spending.ts'
import { plainColumns } from '../support/every-field.ts'
import { startCluster, urlOf } from '../support/postgres.ts'
import { at } from './figures.ts'
import { usedByPostgres } from './scale/client.ts'

const {
  positionals: [given = '10'],
  wholeNumber,
} = readCommand({
  name: 'bench:spending',
  purpose:
    'Prints what the sums of a page of spending, its purchases and all prices cost an account with 100 000 products and 100 000 purchases, on both databases.',
  takes: '[rounds]',
  examples: { '': 'each 10 times', '3': 'each 3 times' },
})
const rounds = wholeNumber(given, 'rounds')
const [lists, perList] = [500, 200]
const day = 86_400_000
const now = Date.UTC(2026, 10, 28, 12)
const say = (text: string) => process.stdout.write(`${text}\n`)

/** One account with 500 lists of 200 ticked products, and as many purchases before, over two years. */
async function fill(db: Db): Promise<void> {
  await db
    .insertInto('account')
    .values({
      id: 'anna',
      email: 'a',
      email_key: 'a',
      password_hash: '',
      status: 'A',
      status_before: '',
      language: 'en',
      created_at: 1,
      terms_at: 1,
    })
    .execute()
  const common = { ...plainColumns('Milk', ' milk'), price_unknown: 0, quantity: 150 }
  for (let n = 0; n < lists; n++) {
    const id = `list-${n}`
    const names = { id, owner_id: 'anna', name: id, name_norm: ` ${id}`, created_at: n, hash: '' }
    const counts = { living: perList, bought: perList, head: perList }
    await db
      .insertInto('list')
      .values({ ...names, status: 'aktywna', epoch: 'e', ...counts })
      .execute()
    const some = Array.from({ length: perList }, (_, p) => {
      const tickedAt = now - ((n * perList + p) % 730) * day - p * 60_000
      const price = 100 + ((n * 7 + p * 13) % 5_000)
      const own = {
        name: `Product ${p}`,
        name_norm: ` product ${p}`,
        shop: `Shop ${p % 12}`,
        category: `Aisle ${p % 20}`,
      }
      return { p, tickedAt, price, own }
    })
    for (let start = 0; start < perList; start += 50) {
      const part = some.slice(start, start + 50)
      await db
        .insertInto('product')
        .values(
          part.map(({ p, tickedAt, price, own }) => ({
            ...common,
            ...own,
            list_id: id,
            id: `p${p}`,
            price,
            bought: 1,
            ticked_at: tickedAt,
            position: `a${String(p).padStart(4, '0')}`,
            added_by: 'anna',
            created_at: tickedAt,
            ver: p + 1,
            field_ver: `{"*":${p + 1}}`,
            field_at: `{"*":${tickedAt}}`,
            field_by: '{"*":""}',
            deleted_at: 0,
          })),
        )
        .execute()
      await db
        .insertInto('purchase')
        .values(
          part.map(({ p, tickedAt, price, own: { name, shop, category } }) => {
            const texts = {
              name,
              shop,
              category,
              unit: 'pcs',
              price_for: 'unit',
              currency: 'PLN',
              price_unknown: 0,
            } as const
            return {
              list_id: id,
              product_id: `p${p}`,
              ticked_at: tickedAt - day,
              price,
              quantity: 100,
              ...texts,
              at: now,
            }
          }),
        )
        .execute()
    }
  }
  await sql`analyze`.execute(db)
}

async function measured(what: string, work: () => Promise<unknown>, cpuOfPostgres?: () => number) {
  await work()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const [walls, own, theirs]: [number[], number[], number[]] = [[], [], []]
  delay.enable()
  for (let n = 0; n < rounds; n++) {
    const [from, cpu, before] = [performance.now(), process.cpuUsage(), cpuOfPostgres?.() ?? 0]
    await work()
    const { user, system } = process.cpuUsage(cpu)
    walls.push(performance.now() - from)
    own.push((user + system) / 1_000)
    theirs.push((cpuOfPostgres?.() ?? 0) - before)
  }
  delay.disable()
  const half = (all: number[]) => at(all, 0.5).toFixed(0)
  const postgres = cpuOfPostgres ? `, PostgreSQL ${half(theirs)} ms` : ''
  say(
    `  ${what}: ${half(walls)} ms; CPU of the server ${half(own)} ms${postgres}; longest wait of others ${(delay.max / 1e6).toFixed(0)} ms`,
  )
}

async function measure(db: Db, cpuOfPostgres?: () => number): Promise<void> {
  await fill(db)
  const account = { id: 'anna', language: 'en' } as const
  const ask = (by: 'month' | 'shop' | 'category' | 'list', from?: string) =>
    spending(db, { account, by, from, to: undefined, timeZone: 'Europe/Warsaw', now })
  for (const by of ['month', 'shop', 'category', 'list'] as const)
    await measured(`by ${by}, 25 months`, () => ask(by), cpuOfPostgres)
  await measured('habits', () => habitsOf(db, 'anna', now), cpuOfPostgres)
  await measured('by shop, one month', () => ask('shop', '2026-11-01'), cpuOfPostgres)
  const open = (key: string, from?: string) => {
    const wanted = { by: 'shop', key, currency: undefined, before: null } as const
    return purchases(db, { ...wanted, account, from, to: undefined, timeZone: 'Europe/Warsaw', now })
  }
  await measured('purchases of a shop, one month', () => open('Shop 3', '2026-11-01'), cpuOfPostgres)
  await measured('purchases of a shop, 25 months', () => open('Shop 3'), cpuOfPostgres)
  const start = readCursor('', now)
  if (!start) throw new Error('an empty cursor is the first one')
  await measured('first page of all prices', () => pricesSince(db, 'anna', start, now), cpuOfPostgres)
  const later = { since: now - day, begun: now, after: '' }
  await measured('new prices of a day', () => pricesSince(db, 'anna', later, now), cpuOfPostgres)
}

say(
  `${lists} lists, ${lists * perList} ticked products, ${lists * perList} purchases; ${cpus()[0]?.model ?? ''}`,
)
const folder = mkdtempSync(join(tmpdir(), 'spending-'))
say('SQLite')
const sqlite = await openDatabase({ sqlite: join(folder, 'lists.sqlite') })
await measure(sqlite)
await sqlite.destroy()
rmSync(folder, { recursive: true })
say('PostgreSQL')
const cluster = await startCluster({ fsync: 'off' })
const postgres = await openDatabase({ postgres: urlOf(cluster.folder, 'postgres') })
await measure(postgres, () => usedByPostgres(cluster.folder) * 1_000)
await postgres.destroy()
await cluster.stop()
