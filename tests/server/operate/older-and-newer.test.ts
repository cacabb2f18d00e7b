import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { ConfigError } from '../../../server/base/config.ts'
import { migrations } from '../../../server/db/migrations/index.ts'
import { migrate, openDatabase } from '../../../server/db/open.ts'
import { version } from '../../../server/db/version.ts'
import { backUp } from '../../../server/operate/backup.ts'
import { move, restore } from '../../../server/operate/restore.ts'
import { checkMaker, openExisting, openUpgraded } from '../../../server/operate/upgrade.ts'
import { type Running, start } from '../../../server/start.ts'
import { asLater, contentOf, freshPlace, later, type Place, unmigrated } from '../../support/copies.ts'
import { dialect } from '../../support/database.ts'

const now = Date.UTC(2026, 10, 21, 12)
const names = Object.keys(migrations)
const newest = names.at(-1) ?? ''

const starting = ({ dataDir, url }: Place): Promise<Running> =>
  start({ DATA_DIR: dataDir, DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' })

async function started(place: Place): Promise<void> {
  const running = await starting(place)
  await running.stop()
}

/** Returns what a start says that fails, and that it has changed nothing. */
async function refused(place: Place): Promise<string> {
  const seen = async () => ({
    content: await contentOf(place.database),
    file: 'sqlite' in place.database ? readFileSync(place.database.sqlite) : null,
    backups: existsSync(place.folder) ? readdirSync(place.folder) : null,
  })
  const before = await seen()
  const error = await starting(place).then(
    (running) => running.stop(),
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ConfigError)
  expect(await seen()).toEqual(before)
  return (error as ConfigError).message
}

async function inDatabase(place: Place, work: (db: Kysely<never>) => Promise<unknown>): Promise<void> {
  const db = unmigrated(place)
  await work(db as unknown as Kysely<never>)
  await db.destroy()
}

const setAside = (place: Place) => {
  mkdirSync(place.folder, { recursive: true })
  return (time: number) => backUp(place, { folder: place.folder, now: time, keep: 9, kind: 'before-upgrade' })
}

test('RUN-20 an older version says what made the database, however often it is started, and writes nothing', async () => {
  const place = await freshPlace()
  await started(place)
  const [oldest, second, third] = [1, 2, 3]
  for (const n of [oldest, second, third]) await setAside(place)(now + n)
  await asLater({ '9998-later': later.note }, () => started(place))
  const copies = readdirSync(place.folder).filter((name) => name.endsWith('.before-upgrade'))
  expect(copies).toHaveLength(3)
  const copy = join(place.folder, copies.toSorted().at(-1) ?? '')
  for (let times = 0; times < 4; times++)
    expect(await refused(place)).toMatch(
      new RegExp(
        `^DATABASE_URL: .* was made by a newer Koszyk, version ${version} \\(9998-later, on \\d{4}-\\d\\d-\\d\\d\\), ` +
          `and this is version ${version} \\(${newest}\\)\\. Nothing was changed\\. .* npm run restore -- ${copy} --replace$`,
      ),
    )
  // So do the commands, but a backup is still made.
  const newer = /was made by a newer Koszyk, version /
  await expect(openExisting(place, now)).rejects.toThrow(newer)
  await expect(move(place.database, (await freshPlace()).database, now)).rejects.toThrow(newer)
  expect((await backUp(place, { folder: place.folder, now, keep: 1 })).path).toContain('.backup')

  // The documented way back.
  await restore(place, copy, { replace: true, now })
  await started(place)
})

test.each<[string, Record<string, (db: Kysely<unknown>) => Promise<unknown>>]>([
  ['one step newer, and not noted', { '9998-later': later.note }],
  ['older than the mark, in the middle of what is known', { '0016-between': later.note }],
  [
    'much newer, without the table of the mark',
    {
      '9990-later': later.note,
      '9991-rename': (db) => db.schema.alterTable('meta').renameTo('facts').execute(),
      '9992-table': (db) =>
        db.schema
          .createTable('more')
          .addColumn('id', 'text', (c) => c.primaryKey())
          .execute(),
    },
  ],
])('RUN-20 a newer database that does not say its version is refused: %s', async (_, more) => {
  const place = await freshPlace()
  await started(place)
  await inDatabase(place, async (db) => {
    await sql`delete from meta`.execute(db)
    for (const [name, up] of Object.entries(more)) {
      await up(db as unknown as Kysely<unknown>)
      await sql`insert into kysely_migration values (${name}, '2027-01-02T03:04:05.000Z')`.execute(db)
    }
  })
  expect(await refused(place)).toMatch(
    new RegExp(
      `was made by a newer Koszyk \\(${Object.keys(more).at(-1)}, on 2027-01-02\\), and this is version .* ` +
        'restore what this one can read: npm run restore -- <its newest backup> --replace$',
    ),
  )
})

test('RUN-20 a database of another program is refused and neither copied nor changed', async () => {
  for (const isMigrated of [false, true]) {
    const place = await freshPlace()
    await inDatabase(place, async (db) => {
      await sql`create table guests (id text primary key, name text)`.execute(db)
      if (!isMigrated) return
      await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255))`.execute(
        db,
      )
      await sql`insert into kysely_migration values ('2024-begin', '2024-01-02T03:04:05.000Z')`.execute(db)
    })
    expect(await refused(place)).toMatch(
      /^DATABASE_URL: .* has tables of another program \(guests\)\. Nothing was changed; [^\n]*$/,
    )
  }
})

test('RUN-20 a database that nothing was written to yet is no other program’s', async () => {
  const place = await freshPlace()
  await inDatabase(place, (db) =>
    sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255))`.execute(db),
  )
  expect(await checkMaker(place)).toBe(false)
  await started(place)
  expect(existsSync(place.folder)).toBe(false)
})

test('RUN-20 starts that fail half way leave one copy of their own and every older one', async () => {
  const place = await freshPlace()
  await inDatabase(place, (db) => migrate(db as never, '0011-settings'))
  for (const n of [1, 2, 3]) await setAside(place)(now + n)
  const older = readdirSync(place.folder).toSorted()
  const broken = {
    '9998-broken': async (db: Kysely<unknown>) => {
      await later.note(db)
      await sql`select no_such_column from product`.execute(db)
    },
  }
  await asLater(broken, async () => {
    for (let times = 0; times < 4; times++) {
      const failed = await starting(place).catch((error: unknown) => String(error))
      expect(failed).toMatch(/cannot be opened: .* The database of before the upgrade is in .*\.upgrading\.$/)
      const left = readdirSync(place.folder).toSorted()
      expect(left.slice(0, 3)).toEqual(older)
      expect(left).toHaveLength(4)
      expect((await contentOf(place.database))['product']).toEqual([])
    }
  })
  const [, , , copy = ''] = readdirSync(place.folder).toSorted()

  // Restored as it is: it has the old schema.
  const again = await freshPlace()
  await restore(again, join(place.folder, copy), { replace: false, now })

  await started(place)
  const kept = readdirSync(place.folder).toSorted()
  expect(kept).toHaveLength(3)
  expect(kept.slice(0, 2)).toEqual(older.slice(1))
  expect(kept[2]).toMatch(/\.before-upgrade$/)
})

test('RUN-20 the copy of an upgrade that was killed at its very end stays', async () => {
  const place = await freshPlace()
  await inDatabase(place, (db) => migrate(db as never, '0011-settings'))
  await (await openUpgraded(place, now)).destroy()
  const [name = ''] = readdirSync(place.folder)
  const unfinished = name.replace('before-upgrade', 'upgrading')
  renameSync(join(place.folder, name), join(place.folder, unfinished))
  await started(place)
  expect(readdirSync(place.folder)).toEqual([unfinished])
  await asLater({ '9998-later': later.note }, () => started(place))
  expect(readdirSync(place.folder)).toEqual([name, expect.stringMatching(/\.before-upgrade$/)])
})

test('RUN-20 each upgrade notes its version, and so does a restore of an older backup', async () => {
  const noted = async (place: Place) =>
    (await contentOf(place.database))['meta']?.filter(({ key }) => key === 'version')
  const place = await freshPlace()
  await inDatabase(place, (db) => migrate(db as never, '0011-settings'))
  const { path } = await backUp(place, { folder: place.folder, now, keep: 1 })
  expect(await noted(place)).toEqual([])
  await (await openDatabase(place.database)).destroy()
  expect(await noted(place)).toEqual([{ key: 'version', value: version }])
  const target = await freshPlace()
  await restore(target, path, { replace: false, now })
  expect(await noted(target)).toEqual([{ key: 'version', value: version }])
})

test.runIf(dialect === 'sqlite')('RUN-20 a command that needs a database makes no empty one', async () => {
  const place = await freshPlace()
  await expect(openExisting(place, now)).rejects.toThrow(/^There is no database at /)
  expect('sqlite' in place.database && existsSync(place.database.sqlite)).toBe(false)
})
