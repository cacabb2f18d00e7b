import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { type Db, openDatabase } from '../../server/db/open.ts'
import { template, urlOf } from './postgres.ts'

const cluster = inject('postgres')

/** The kind of database of this test run; at night every test runs on both kinds. */
export const dialect = cluster === undefined ? 'sqlite' : 'postgres'

/** Returns the DATABASE_URL of a new database with empty tables, or without any. It is removed after the test. */
export async function freshDatabase(content: 'tables' | 'nothing' = 'tables'): Promise<string> {
  if (cluster === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'lists-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'lists.sqlite')
    if (content === 'tables') writeFileSync(file, await migratedBytes())
    return `sqlite:${file}`
  }
  const name = await newDatabase(cluster, content === 'tables' ? template : 'template0')
  // The next test does not wait for it, and whatever is left goes with the cluster.
  onTestFinished(() => void administer(cluster, `drop database ${name} with (force)`).catch(() => undefined))
  return urlOf(cluster, name)
}

let bytes: Promise<Buffer> | undefined

/** Returns the bytes of an SQLite database with empty tables; they are made once. */
export function migratedBytes(): Promise<Buffer> {
  return (bytes ??= makeBytes())
}

async function makeBytes(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'lists-'))
  try {
    const file = join(folder, 'lists.sqlite')
    const db = await openDatabase({ sqlite: file })
    // A database with a write-ahead log cannot be opened in memory.
    await sql`pragma journal_mode = delete`.execute(db)
    await db.destroy()
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Emptied {
  url: string
  db: Db
  tables: string[]
  /** of the tables as they were made */
  fingerprint: string
}

const emptied: Emptied[] = []

/**
 * Returns an open PostgreSQL database with empty tables that may have served a test of this worker before: making one
 * and its connections for each test takes 16% of their CPU. One that a test has changed or left busy is not used again.
 */
export async function emptyDatabase(): Promise<Emptied> {
  if (cluster === undefined) throw new Error('only for PostgreSQL')
  const database = emptied.pop() ?? (await newEmptied(cluster))
  onTestFinished(async () => {
    if (await empty(database).catch(() => false)) emptied.push(database)
    else await database.db.destroy()
  })
  return database
}

async function newEmptied(folder: string): Promise<Emptied> {
  const url = urlOf(folder, await newDatabase(folder, template))
  const db = await openDatabase({ postgres: url })
  const { rows } = await sql<{ name: string }>`select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' and tablename <> 'meta'`.execute(db)
  return { url, db, tables: rows.map(({ name }) => name), fingerprint: await fingerprintOf(db) }
}

/** Returns how many tables, columns, constraints, triggers and functions a database has. */
async function fingerprintOf(db: Db): Promise<string> {
  const catalogs = ['pg_class', 'pg_attribute', 'pg_constraint', 'pg_trigger', 'pg_proc']
  const counts = catalogs.map((name) => `(select count(*) from ${name}) as ${name}`)
  return JSON.stringify((await sql.raw(`select ${counts.join()}`).execute(db)).rows)
}

/** Removes all rows. Returns false if the tables are others than before, or somebody is still at work. */
async function empty({ db, tables, fingerprint }: Emptied): Promise<boolean> {
  const busy = sql`select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  if ((await busy.execute(db)).rows.length > 0 || (await fingerprintOf(db)) !== fingerprint) return false
  const deletes = [
    ...tables.map((table) => `delete from ${table}`),
    "delete from meta where key <> 'version'",
  ]
  // One statement, and without foreign keys.
  await sql
    .raw(`do $$ begin set local session_replication_role = 'replica'; ${deletes.join(';')}; end $$`)
    .execute(db)
  return true
}

async function newDatabase(folder: string, from: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`
  await administer(folder, `create database ${name} template ${from} strategy file_copy`)
  return name
}

let administrator: Promise<Client> | undefined

/** Runs a statement on the worker's one connection to the cluster, after those before it. */
async function administer(folder: string, statement: string): Promise<void> {
  administrator ??= connect(urlOf(folder, 'postgres'))
  await (await administrator).query(statement)
}

async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined) // the cluster stops
  await client.connect()
  return client
}

/** Makes product inserts fail as on a full disk. Returns a function that makes room again. */
export async function fillUp(db: Db): Promise<() => Promise<void>> {
  const run = async (...statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  }
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
    await run(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`)
    return () => run('pragma max_page_count = 1000000')
  }
  await run(
    `create function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$`,
    'create trigger no_room before insert on product for each row execute function no_room()',
  )
  return () => run('drop trigger no_room on product')
}
