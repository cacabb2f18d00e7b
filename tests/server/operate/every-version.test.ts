import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrations } from '../../../server/db/migrations/index.ts'
import { migrate, openDatabase, type Trx } from '../../../server/db/open.ts'
import { insertRows, tablesOf } from '../../../server/operate/copy/tables.ts'
import { restore } from '../../../server/operate/restore.ts'
import { openUpgraded } from '../../../server/operate/upgrade.ts'
import { start } from '../../../server/start.ts'
import { asLater, contentOf, freshPlace, type Place, unmigrated } from '../../support/copies.ts'
import { dialect } from '../../support/database.ts'

const now = Date.UTC(2026, 10, 21, 12)
const names = Object.keys(migrations)

const ofType = { text: 'x', integer: '1', bytes: Buffer.from([0, 255]).toString('base64') }

/** A database of this version with one row in every table, all of them about each other. */
async function databaseOf(version: string): Promise<Place> {
  const place = await freshPlace()
  const db = unmigrated(place)
  await migrate(db, version)
  await db.transaction().execute(async (trx: Trx) => {
    for (const table of await tablesOf(trx))
      await insertRows(trx, table, [table.columns.map(({ type }) => ofType[type])])
  })
  await db.destroy()
  return place
}

test.each(names)(
  'RUN-1 an upgrade from %s keeps every row, and so does the backup made before it',
  async (version) => {
    const place = await databaseOf(version)
    const before = await contentOf(place.database)
    await (await openUpgraded(place, now)).destroy()
    const [saved] = copiesOf(place)
    expect(saved === undefined).toBe(version === names.at(-1))
    const after = await contentOf(place.database)
    const noted = version === names.at(-1) ? 0 : 1
    for (const [table, rows] of Object.entries(before).filter(([name]) => name !== 'signing_key'))
      expect(after[table]?.length, table).toBe(rows.length + (table === 'meta' ? noted : 0))
    for (const table of ['account', 'list', 'product', 'member', 'client', 'operation'] as const)
      expect(after[table]?.[0], table).toMatchObject({
        ...before[table]?.[0],
        ...(table === 'list' && counted),
      })
    const list = after['list']?.[0]
    if (version < '0014-list-row') expect(list).toMatchObject(untouched)
    else expect(list).toMatchObject({ ver: '1', field_ver: 'x' })
    if (saved === undefined) return

    const again = await freshPlace()
    await restore(again, join(place.folder, saved), { replace: false, now })
    const restored = await contentOf(again.database)
    const sessions = (content: typeof after) => content['session']?.map((row) => ({ ...row, salt: '' }))
    const without = (content: typeof after) => ({
      ...content,
      list: [],
      invite: [],
      session: sessions(content),
    })
    expect(without(restored)).toEqual(without(after))
  },
)

const copiesOf = ({ folder }: Place) => (existsSync(folder) ? readdirSync(folder).toSorted() : [])

/** A list from before it had a row of its own. */
const untouched = { ver: '0', field_ver: '{"*":0}', field_at: '{"*":0}', field_by: '{"*":""}' }
const counted = { living: expect.any(String), bought: expect.any(String), amount: expect.any(String) }

test('RUN-1 a server that upgrades its database says what stops it in one line', async () => {
  const place = await databaseOf('0011-settings')
  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.url, PORT: '0', LOG_LEVEL: 'silent' }
  const folder = join(place.dataDir, 'backups')
  // The folder for the copy cannot be made: nothing is upgraded without one.
  writeFileSync(folder, '')
  const failed = await start(env).catch((error: unknown) => error)
  expect(String(failed)).toMatch(/cannot be opened: .* is as it was/)
  expect((await contentOf(place.database))['product']?.[0]).not.toHaveProperty('changed_by')
})

test('RUN-1 a database that needs no upgrade is not copied at the start', async () => {
  const place = await freshPlace()
  for (let times = 0; times < 2; times++) await (await openUpgraded(place, now)).destroy()
  expect(existsSync(place.folder)).toBe(false)
})

test('RUN-1 three copies of before an upgrade are kept', async () => {
  const place = await databaseOf('0011-settings')
  for (let n = 0; n < 5; n++)
    await asLater({ [`999${n}-later`]: async () => {} }, async () => {
      await (await openUpgraded(place, now + n)).destroy()
      const db = unmigrated(place)
      await db
        .deleteFrom('kysely_migration' as never)
        .where('name' as never, 'like', '999%' as never)
        .execute()
      await db.destroy()
    })
  const kept = [2, 3, 4].map((n) => `koszyk-20261121T12000000${n}Z.before-upgrade`)
  expect(copiesOf(place)).toEqual(kept)
})

test.runIf(dialect === 'sqlite')(
  'RUN-1 a migration that fails half way leaves the file as it was',
  async () => {
    const place = await databaseOf('0011-settings')
    const db = unmigrated(place)
    // The index that the migration makes last is there already.
    await db.schema.createIndex('product_changer').on('product').column('id').execute()
    await db.destroy()
    await expect(openDatabase(place.database)).rejects.toThrow(/product_changer/)
    expect((await contentOf(place.database))['product']?.[0]).not.toHaveProperty('changed_by')
  },
)
