import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { onTestFinished } from 'vitest'
import { parseConfig } from '../../server/base/config.ts'
import { migrations } from '../../server/db/migrations/index.ts'
import { type DatabaseAddress, migrate } from '../../server/db/open.ts'
import { patientDialect } from '../../server/db/postgres.ts'
import type { Schema } from '../../server/db/schema.ts'
import { sqliteDialect } from '../../server/db/sqlite.ts'
import { atOneMoment } from '../../server/operate/copy/source.ts'
import { rowsOf, tablesOf } from '../../server/operate/copy/tables.ts'
import { freshDatabase } from './database.ts'

export interface Place {
  url: string
  database: DatabaseAddress
  dataDir: string
  folder: string
}

/** Creates a database without tables and a data folder. Both are removed after the test. */
export async function freshPlace(url?: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lists-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const at = url ?? (await freshDatabase('nothing'))
  return { url: at, database: addressOf(at), dataDir, folder: join(dataDir, 'backups') }
}

/** Opens a database without migrating it. */
export function unmigrated({ database }: Pick<Place, 'database'>): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: 'postgres' in database ? patientDialect(database.postgres) : sqliteDialect(database.sqlite),
  })
}

export const avatarFolder = ({ dataDir }: Pick<Place, 'dataDir'>) => join(dataDir, 'avatars')

/** Creates a database of the version that kept avatars as files: an account and a file for each of these. */
export async function placeWithAvatarFiles(avatars: Record<string, Buffer>): Promise<Place> {
  const place = await freshPlace()
  const db = unmigrated(place)
  await migrate(db, '0031-trip-session')
  const account = {
    password_hash: '',
    status_before: '',
    language: 'en',
    created_at: 1,
    terms_at: 1,
  } as const
  for (const [i, image_name] of Object.keys(avatars).entries()) {
    const email = `p${i}@example.pl`
    await db
      .insertInto('account')
      .values({ ...account, id: `p${i}`, email, email_key: email, status: 'A', image_name })
      .execute()
  }
  await db.destroy()
  mkdirSync(avatarFolder(place))
  for (const [name, bytes] of Object.entries(avatars)) writeFileSync(join(avatarFolder(place), name), bytes)
  return place
}

export function addressOf(url: string): DatabaseAddress {
  return parseConfig({ DATABASE_URL: url }).database
}

/** Returns every row of every table, as text by column. */
export function contentOf(address: DatabaseAddress): Promise<Record<string, Record<string, string>[]>> {
  return atOneMoment(address, async (trx) => {
    const content: Record<string, Record<string, string>[]> = {}
    for (const table of await tablesOf(trx)) {
      const rows = (content[table.name] = [] as Record<string, string>[])
      for await (const page of rowsOf(trx, table))
        for (const row of page)
          rows.push(Object.fromEntries(table.columns.map(({ name }, i) => [name, row[i] ?? ''])))
    }
    return content
  })
}

/** What a later version may change. */
export const later = {
  note: (db: Kysely<unknown>) =>
    db.schema
      .alterTable('product')
      .addColumn('later', 'text', (c) => c.notNull().defaultTo(''))
      .execute(),
}

/** Makes this version a later one, with these migrations too, while `work` runs. */
export async function asLater<T>(more: Record<string, Migration['up']>, work: () => Promise<T>): Promise<T> {
  const end = () => Object.keys(more).forEach((name) => delete migrations[name])
  onTestFinished(end)
  for (const [name, up] of Object.entries(more)) migrations[name] = { up }
  try {
    return await work()
  } finally {
    end()
  }
}
