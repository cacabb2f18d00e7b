import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Insertable } from 'kysely'
import { onTestFinished } from 'vitest'
import { emailKey } from '../../core/text/normalise.ts'
import { buildApp } from '../../server/app.ts'
import { parseConfig } from '../../server/base/config.ts'
import { hashPassword } from '../../server/auth/password-hash.ts'
import { startSession } from '../../server/auth/session.ts'
import type { Services } from '../../server/services/services.ts'
import type { PushNetwork } from '../../server/push/transport.ts'
import type { PageNetwork } from '../../server/recipe/fetch-page.ts'
import type { Timeouts } from '../../server/http/connection.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'
import type { AccountTable } from '../../server/db/schema.ts'
import { dialect, emptyDatabase, freshDatabase, migratedBytes } from './database.ts'

// The test decides the shape of an answer.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

export interface Reply {
  status: number
  body: Json
  headers: Record<string, string | string[] | number | undefined>
}

export interface Person {
  id: string
  email: string
  access: string
  refresh: string
}

export interface TestServer {
  app: FastifyInstance
  db: Db
  dataDir: string
  /** epoch ms; a test moves it */
  clock: { now: number }
  call: (
    who: Person | null,
    method: InjectOptions['method'],
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Reply>
  register: (email: string, more?: object) => Promise<Reply>
  logIn: (email: string, more?: object, headers?: Record<string, string>) => Promise<Reply>
  /** registers and logs in through the API; the account counts as activated */
  registered: (email: string) => Promise<Person>
  /** somebody with an active account and a session, without the mail of a registration */
  person: (email: string) => Promise<Person>
  /** the raw mails written so far, oldest first */
  mails: () => Promise<string[]>
  lastLink: () => Promise<string>
}

export const password = 'correct horse battery'
export const webClient = { client_id: 'web', client_secret: 'public' }

/** Starts a server on its own database, or on that of another server. It is removed after the test. */
export async function testServer(
  options: {
    env?: Record<string, string>
    dist?: string
    onDisk?: boolean
    requestsPerWindow?: number
    timeouts?: Timeouts
    pushNetwork?: Partial<PushNetwork>
    pageNetwork?: Partial<PageNetwork>
    longestSilenceMs?: number
  } = {},
): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lists-'))
  const isUsual = !options.onDisk && !options.env?.['DATABASE_URL'] && !options.longestSilenceMs
  const inMemory = dialect === 'sqlite' && !options.onDisk
  const shared = dialect === 'postgres' && isUsual ? await emptyDatabase() : null
  const database = inMemory
    ? 'sqlite::memory:'
    : (shared?.url ?? options.env?.['DATABASE_URL'] ?? (await freshDatabase()))
  const config = parseConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: database,
    LOG_LEVEL: 'silent',
    // Tests read mails as files, even when the server's address is a public one.
    MAILS: 'files',
    ...options.env,
  })
  const clock = { now: Date.UTC(2026, 10, 21, 10) }
  const address = inMemory ? { sqlite: await migratedBytes() } : config.database
  const db = shared?.db ?? (await openDatabase(address, options.longestSilenceMs))
  const app = await buildApp({
    db,
    config,
    dist: options.dist ?? join(dataDir, 'dist'),
    now: () => clock.now,
    randomBytes,
    requestsPerWindow: options.requestsPerWindow ?? 100_000,
    timeouts: options.timeouts,
    pushNetwork: options.pushNetwork,
    pageNetwork: options.pageNetwork,
  })
  onTestFinished(async () => {
    await app.close()
    if (!shared) await db.destroy()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const call: TestServer['call'] = async (who, method, url, body, headers = {}) => {
    const reply = await app.inject({
      method,
      url,
      headers: {
        ...(who && { authorization: `Bearer ${who.access}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const isJson = String(reply.headers['content-type'] ?? '').includes('json')
    const parsed: unknown = isJson && reply.body !== '' ? JSON.parse(reply.body) : reply.body
    return { status: reply.statusCode, body: parsed, headers: reply.headers }
  }
  const register: TestServer['register'] = (email, more = {}) =>
    call(null, 'POST', '/api/v3/profile', { email, password, termsAccepted: true, ...more })
  const logIn: TestServer['logIn'] = (email, more = {}, headers = {}) => {
    const body = { grant_type: 'password', ...webClient, username: email, password, ...more }
    return call(null, 'POST', '/oauth/v2/token', body, headers)
  }
  const mails = async () => {
    await app.services.mailer.drain()
    const folder = join(dataDir, 'mails')
    if (!existsSync(folder)) return []
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => readFileSync(join(folder, name), 'utf8'))
  }
  const lastLink = async () => {
    const folder = join(dataDir, 'mails')
    await app.services.mailer.drain()
    const newest = readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .toSorted()
      .at(-1)
    return /https?:\/\/\S+/.exec(readFileSync(join(folder, newest ?? ''), 'utf8'))?.[0] ?? ''
  }
  const registered: TestServer['registered'] = async (email) => {
    const { body } = await register(email)
    const opened = await logIn(email)
    // After the log-in: for an active account the log-in would send a mail.
    await db.updateTable('account').set({ status: 'A' }).where('id', '=', body.id).execute()
    return personOf(email, opened)
  }
  const person = async (email: string) => signedIn(app.services, await newAccount(app.services, email, 'A'))
  return { app, db, dataDir, clock, call, register, logIn, registered, person, mails, lastLink }
}

let passwordHash: Promise<string> | undefined

/** Stores an account with the usual password, without the mails of a registration. */
export async function newAccount(
  { db, newId, now }: Services,
  email: string,
  status: 'A' | 'N' | 'D',
): Promise<{ id: string; email: string }> {
  passwordHash ??= hashPassword(password, { site: 'test' })
  const id = newId()
  const row: Insertable<AccountTable> = {
    id,
    email,
    email_key: emailKey(email),
    password_hash: await passwordHash,
    status,
    status_before: status === 'D' ? 'A' : '',
    language: 'en',
    created_at: now(),
    terms_at: now(),
    deleted_at: status === 'D' ? now() : 0,
  }
  await db.insertInto('account').values(row).execute()
  return { id, email }
}

/** Opens a session of this account. */
export async function signedIn(services: Services, who: { id: string; email: string }): Promise<Person> {
  const { access, refresh } = await services.db
    .transaction()
    .execute((trx) => startSession(trx, services, who.id, ''))
  return { ...who, access, refresh }
}

export function personOf(email: string, { body }: Reply): Person {
  return { id: body.user_id, email, access: body.access_token, refresh: body.refresh_token }
}

/** Creates a list for this person. */
export async function newList(server: TestServer, who: Person, name = 'Weekend'): Promise<string> {
  return (await server.call(who, 'POST', '/api/v3/list', { _list_name: name })).body.id
}

/** Shares the list with this permission, and opens it as the other person. */
export async function share(
  server: TestServer,
  owner: Person,
  list: string,
  other: Person,
  permission: string,
): Promise<void> {
  const who = encodeURIComponent(other.email)
  await server.call(owner, 'POST', `/api/v3/list/share?_list_id=${list}&_email_address=${who}`)
  await server.call(owner, 'PUT', `/api/v3/shared_list/${list}?email_address=${who}&permission=${permission}`)
  await server.call(other, 'PUT', `/api/v3/list/${list}/accepted`)
}
