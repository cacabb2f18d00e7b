import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Language } from '../../core/text/language.ts'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { emailKey } from '../../core/text/normalise.ts'
import { hashPassword } from '../../server/auth/password-hash.ts'
import { parseConfig } from '../../server/base/config.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'

const root = resolve(import.meta.dirname, '../..')

/**
 * Returns a port that nothing listens on. It is below the range that the system uses for outgoing connections, because
 * one of those could take the port before the server does.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_768)
    const server = createServer()
    const isFree = await new Promise<boolean>((known) => {
      server.once('error', () => known(false))
      server.listen(port, '127.0.0.1', () => known(true))
    })
    if (!isFree) continue
    await new Promise((closed) => server.close(closed))
    return port
  }
}

/** A module that ends a server whose standard input closes, as it does however the process that started it ends. */
export const endsWithThis =
  'data:text/javascript,process.stdin.on("end", () => process.kill(process.pid, "SIGKILL")).resume().unref()'

/** Runs the sources with another page, or so that they may reach a push service or websites on this machine. */
function fromSources(dist: string | undefined, reachesLocal: boolean): string[] {
  const start = pathToFileURL(join(root, 'server/start.ts')).href
  const networks = reachesLocal
    ? '{ pushNetwork: { isEndpoint: () => true, isAddress: () => true }, pageNetwork: { isPage: () => true, isAddress: () => true } }'
    : 'undefined'
  const code = `const { start } = await import('${start}'); await start(process.env, ${JSON.stringify(dist)}, ${networks}); console.log('Ctrl+C')`
  return ['--input-type=module', '--eval', code]
}

/**
 * Returns whether the mail's To header contains the address; the text may contain others. A long header continues on
 * the next line.
 */
function isTo(mail: string, address: string): boolean {
  const [head = ''] = mail.split(/\r?\n\r?\n/, 1)
  return head.split(/\r?\n(?=\S)/).some((line) => line.startsWith('To:') && line.includes(address))
}

const hashes = new Map<string, Promise<string>>()

/** Returns the same hash each time, because making one is slow on purpose. */
function hashed(password: string): Promise<string> {
  const found = hashes.get(password) ?? hashPassword(password, { site: 'test' })
  hashes.set(password, found)
  return found
}

interface Beginning {
  port?: number
  dist?: string
  data?: string
  /** the server may reach a push service or websites on this machine */
  reachesLocal?: true
}

/** The real server as a separate process with its own folder; a test may kill it and start it again. */
export class App {
  readonly url: string
  readonly folder: string
  readonly #port: number
  readonly #env: Record<string, string>
  readonly #dist: string | undefined
  readonly #reachesLocal: boolean
  #process: ChildProcess | null = null
  /** whether it has run since its first start, so that `empty` leaves it as it was then */
  isUnbroken = true
  /** the page with the mails, as the last start printed it */
  devMail = ''

  private constructor(port: number, env: Record<string, string>, { dist, reachesLocal }: Beginning) {
    this.folder = env['DATA_DIR'] ?? mkdtempSync(join(tmpdir(), 'koszyk-e2e-'))
    this.#port = port
    this.#env = env
    this.#dist = dist
    this.#reachesLocal = reachesLocal === true
    this.url = `http://localhost:${port}`
  }

  /** `dist`: another build instead of the usual one. `data`: a folder to start from, which is copied. */
  static async start(env: Record<string, string> = {}, from: Beginning = {}): Promise<App> {
    const app = new App(from.port ?? (await freePort()), env, from)
    if (from.data && existsSync(from.data)) cpSync(from.data, app.folder, { recursive: true })
    await app.start()
    return app
  }

  get pid(): number | undefined {
    return this.#process?.pid
  }

  async start(): Promise<void> {
    const env = {
      ...process.env,
      PORT: String(this.#port),
      DATA_DIR: this.folder,
      LOG_LEVEL: 'error',
      // Runs the build, as in production. Under Vitest, which sets 'test', it runs the sources.
      NODE_ENV: process.env['NODE_ENV'] ?? 'production',
      ...this.#env,
    }
    const program =
      this.#dist || this.#reachesLocal
        ? fromSources(this.#dist, this.#reachesLocal)
        : [join(root, 'server/main.mjs')]
    const child = spawn(process.execPath, ['--import', endsWithThis, ...program], { env })
    this.#process = child
    await new Promise<void>((ready, failed) => {
      let printed = ''
      child.stdout.on('data', (chunk: Buffer) => {
        printed += String(chunk)
        if (!printed.includes('Ctrl+C')) return
        this.devMail = /\S+\/dev\/mail\S*/.exec(printed)?.[0] ?? ''
        ready()
      })
      child.stderr.on('data', (chunk: Buffer) => (printed += String(chunk)))
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${printed}`)))
    })
  }

  /** Like a power cut: the process gets no warning. */
  async kill(): Promise<void> {
    const child = this.#process
    this.isUnbroken = false
    if (!child || child.exitCode !== null) return
    const gone = new Promise((exited) => child.once('exit', exited))
    child.kill('SIGKILL')
    await gone
    this.#process = null
  }

  /** Stops it like Ctrl-C or a service manager. Returns the exit code. */
  async end(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): Promise<number | null> {
    const child = this.#process
    this.isUnbroken = false
    if (!child) return null
    const gone = new Promise<number | null>((exited) => child.once('exit', exited))
    child.kill(signal)
    const code = await gone
    this.#process = null
    return code
  }

  /** Ends every session and changes nothing else, like an operator who signs everybody out. */
  async endSessions(): Promise<void> {
    await this.inDatabase((db) => db.updateTable('session').set({ ended_at: 1 }).execute())
  }

  /** Changes the database while the server is stopped. */
  async inDatabase(run: (db: Db) => Promise<unknown>): Promise<void> {
    await this.kill()
    await this.#besideIt(run)
    await this.start()
  }

  async #besideIt(run: (db: Db) => Promise<unknown>): Promise<void> {
    const db = await openDatabase(parseConfig({ ...this.#env, DATA_DIR: this.folder }).database)
    await run(db).finally(() => db.destroy())
  }

  /** Removes what people have stored, their mails, and maintenance, while the server runs. What it has counted in memory stays. */
  async empty(): Promise<void> {
    const itsOwn = ['meta', 'push_key']
    await this.#besideIt(async (db) => {
      const tables = await db.introspection.getTables()
      const people = tables.map(({ name }) => name).filter((name) => !itsOwn.includes(name))
      // Rows refer to each other in both directions.
      await db.transaction().execute(async (one) => {
        await sql`pragma defer_foreign_keys = on`.execute(one)
        for (const name of people) await sql`delete from ${sql.table(name)}`.execute(one)
      })
    })
    for (const name of ['mails', 'maintenance'])
      rmSync(join(this.folder, name), { recursive: true, force: true })
  }

  async stop(): Promise<void> {
    await this.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Returns the newest link of this kind that was mailed to the address, with its secret behind the '#' if it has one. */
  mailedLink(address: string, path: string): Promise<string> {
    const url = `${this.#env['PUBLIC_URL'] ?? this.url}${path}`
    return this.#mailed(address, new RegExp(`${url}[A-Za-z0-9_-]+(#[A-Za-z0-9_-]+)?`))
  }

  /** Returns the newest code that was mailed to the address. */
  mailedCode(address: string): Promise<string> {
    return this.#mailed(address, /\b\d{4} \d{4}\b/)
  }

  /** Returns the first match of `what` in the newest mail to the address that has one. Waits up to 5 s for it. */
  async #mailed(address: string, what: RegExp): Promise<string> {
    for (let tries = 0; tries < 100; tries++) {
      const folder = join(this.folder, 'mails')
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
      for (const name of names.toSorted().toReversed()) {
        const mail = readFileSync(join(folder, name), 'utf8')
          .replace(/=\r?\n/g, '')
          .replace(/=3D/g, '=')
        const found = what.exec(mail)?.[0]
        if (found && isTo(mail, address)) return found
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`no mail to ${address}`)
  }

  async call<T>(method: string, path: string, body?: unknown, token?: string): Promise<T> {
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  /** Stores an activated account, without the mail of a registration; returns a token. */
  async member(email: string, password: string, language: Language = 'en'): Promise<string> {
    const now = Date.now()
    const row = {
      id: uuidv7(),
      email,
      email_key: emailKey(email),
      password_hash: await hashed(password),
      status: 'A',
      status_before: '',
      language,
      created_at: now,
      terms_at: now,
    } as const
    await this.#besideIt((db) => db.insertInto('account').values(row).execute())
    return this.token(email, password)
  }

  async token(email: string, password: string): Promise<string> {
    const { access_token } = await this.call<{ access_token: string }>('POST', '/oauth/v2/token', {
      grant_type: 'password',
      client_id: 'web',
      client_secret: 'public',
      username: email,
      password,
    })
    return access_token
  }
}
