import { type Kysely, sql } from 'kysely'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, openDatabase } from '../../../server/db/open.ts'
import { asLater, freshPlace, unmigrated } from '../../support/copies.ts'
import { dialect, freshDatabase } from '../../support/database.ts'
import { newList, personOf, testServer } from '../../support/server.ts'

const onPostgres = test.skipIf(dialect === 'sqlite')

/** A connection of an old instance. It never gives up a deadlock itself: PostgreSQL ends the one that looks for it. */
async function oldInstance(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`set deadlock_timeout = '1min'`)
  return client
}

/** Resolves when the migration waits for a lock. */
async function untilMigrationWaits(client: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and application_name = 'koszyk upkeep'`,
    )
    if (rowCount) return
  }
}

onPostgres(
  'RUN-21 an upgrade and a writer of the old instance that wait for each other both get through',
  async () => {
    const place = await freshPlace()
    const db = unmigrated(place)
    await migrate(db, '0032-picture')
    await db.destroy()
    const [watcher, writer, reader] = await Promise.all([1, 2, 3].map(() => oldInstance(place.url)))
    if (!watcher || !writer || !reader) throw new Error('not connected')
    await writer.query('begin; update product set ver = ver')
    // A migration before changes the list; this lock stops it before it comes to the product.
    await reader.query('begin; select from template')
    const opened = openDatabase(place.database)
    opened.catch(() => undefined)
    await untilMigrationWaits(watcher)
    const written = writer.query('update list set ver = ver').then(() => writer.query('commit'))
    written.catch(() => undefined)
    await reader.query('commit')
    await written
    await (await opened).destroy()
    const { rows } = await watcher.query('select name from kysely_migration')
    expect(rows.length).toBeGreaterThan(27)
  },
)

onPostgres(
  'RUN-21 an upgrade that waits for a long reader lets everybody else go on, and comes through in the end',
  async () => {
    const url = await freshDatabase()
    const [backup, writer] = await Promise.all([oldInstance(url), oldInstance(url)])
    await backup.query('begin; select from product')
    const change = (db: Kysely<unknown>) =>
      db.schema.alterTable('product').addColumn('later', 'text').execute()
    await asLater({ '9998-later': change }, async () => {
      const opened = openDatabase({ postgres: url })
      opened.catch(() => undefined)
      await untilMigrationWaits(writer)
      // Waits behind the upgrade until that one gives way.
      await writer.query('update product set ver = ver')
      await backup.query('commit')
      await (await opened).destroy()
    })
    expect((await writer.query('select later from product')).rows).toEqual([])
  },
)

onPostgres(
  'RUN-21 while devices write at the old instance, five upgrades in a row refuse no call and lose no edit',
  async () => {
    // As PostgreSQL has it unless told otherwise; the tests' own cluster looks sooner.
    const url = `${await freshDatabase()}&options=-c%20deadlock_timeout%3D1s`
    const server = await testServer({ env: { DATABASE_URL: url, LOG_LEVEL: 'error' } })
    const ala = await server.person('ala@example.pl')
    const lists = await Promise.all([1, 2, 3, 4].map(() => newList(server, ala)))
    const over = new AbortController()
    const device = async (list: string) => {
      let seq = 0
      while (!over.signal.aborted) {
        seq++
        const add = { op: 'add', seq, opId: `o${seq}`, productId: `p${seq}`, value: { productName: 'Milk' } }
        const body = { v: 1, client: 'c', request: 'r', cursor: 0, ops: [{ ...add, ageMs: 0 }] }
        const reply = await server.call(ala, 'POST', `/api/v3/list/${list}/sync`, body)
        expect([reply.status, reply.body.results]).toEqual([200, {}])
      }
      return seq
    }
    const devices = lists.map(device)
    const others = ['eva', 'ola'].map(async (name) => {
      const email = `${name}@example.pl`
      await server.person(email)
      while (!over.signal.aborted) {
        const who = personOf(email, await server.logIn(email))
        const seen = ['/api/v3/lists', '/api/v3/me'].map((path) => server.call(who, 'GET', path))
        expect((await Promise.all(seen)).map(({ status }) => status)).toEqual([200, 200])
      }
    })
    // In another order than writers take them.
    const change = (n: number) => async (db: Kysely<unknown>) => {
      for (const table of ['product', 'client', 'list', 'operation', 'account']) {
        await db.schema
          .alterTable(table)
          .addColumn(`later_${n}`, 'text', (c) => c.notNull().defaultTo(''))
          .execute()
        await sql`update ${sql.table(table)} set ${sql.ref(`later_${n}`)} = 'x'`.execute(db)
      }
    }
    const more: Record<string, ReturnType<typeof change>> = {}
    for (let n = 1; n <= 5; n++) {
      more[`999${n}-later`] = change(n)
      await asLater({ ...more }, async () => (await openDatabase({ postgres: url })).destroy())
    }
    over.abort()
    const written = await Promise.all(devices)
    await Promise.all(others)
    for (const [i, list] of lists.entries()) {
      const { body } = await server.call(ala, 'GET', `/api/v3/list/${list}`)
      expect(body.products).toHaveLength(written[i] ?? 0)
    }
  },
)
