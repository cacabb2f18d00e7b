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

/** Returns a DATABASE_URL with empty tables, or without any. The database is removed after the test. */
export async function freshDatabase(content: 'tables' | 'nothing' = 'tables'): Promise<string> {
  if (cluster === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'lists-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const file = join(folder, 'lists.sqlite')
    if (content === 'tables') writeFileSync(file, await migratedBytes())
    return `sqlite:${file}`
  }
  const name = await (content === 'tables' ? migrated(cluster) : newDatabase(cluster, 'template0'))
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

let spare: Promise<string> | undefined

/** Returns an empty database with all tables, and has the one for the next test made while this test runs. */
async function migrated(folder: string): Promise<string> {
  const name = await (spare ?? newDatabase(folder, template))
  spare = newDatabase(folder, template)
  spare.catch(() => undefined) // fails the test that takes it; after the last test nobody does
  return name
}

async function newDatabase(folder: string, from: string): Promise<string> {
  const name = `t${randomUUID().replaceAll('-', '')}`
  await administer(folder, `create database ${name} template ${from}`)
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
