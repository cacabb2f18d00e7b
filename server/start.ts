import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from './app.ts'
import { type Config, ConfigError, parseConfig } from './base/config.ts'
import type { Db } from './db/open.ts'
import { importAvatarFiles } from './files/avatar-files.ts'
import { OperatorError } from './operate/copy/pieces.ts'
import { startJobs } from './operate/jobs.ts'
import { plain } from './operate/plain.ts'
import { checkMaker, nameOf, openUpgraded } from './operate/upgrade.ts'
import { serverFolder } from './base/folder.ts'
import { closeToOthers, privateFolder, privateDatabase } from './db/private-files.ts'
import BetterSqlite from 'better-sqlite3'

export interface Running {
  app: FastifyInstance
  config: Config
  /** the app's URL on this machine */
  address: string
  stop: () => Promise<void>
}

/**
 * Opens and migrates the database, then listens. Throws a ConfigError whose lines tell the operator what to do. Tests
 * give another page, or let the server reach a push service and websites on this machine.
 */
export async function start(
  env: Record<string, string | undefined>,
  dist?: string,
  networks: Pick<AppOptions, 'pushNetwork' | 'pageNetwork'> = {},
): Promise<Running> {
  const config = parseConfig(env)
  writableFolder(config.dataDir, 'DATA_DIR')
  const { db, release } = await open(config)
  const stillOpen = closeToOthers(config.dataDir, ['mails', 'avatars'])
  const app = await buildApp({ db, config, dist: dist ?? resolve(serverFolder, '../dist'), ...networks })
  const { services } = app
  if (stillOpen.length > 0)
    app.log.warn(
      { first: stillOpen[0], count: stillOpen.length },
      'Others on this machine may read what the server keeps: its files belong to another user. Give them to the ' +
        'user that runs the server (chown).',
    )
  for (const line of config.misspelt) app.log.warn(line)
  await importAvatarFiles({ db, dataDir: config.dataDir, now: Date.now() }, app.log)
  await app.listen({ port: config.port, host: config.host }).catch(async (error: NodeJS.ErrnoException) => {
    await app.close()
    await db.destroy()
    release()
    throw new ConfigError([listenProblem(error, config)])
  })
  services.mailer.start()
  services.push.start()
  services.hooks.start()
  const stopJobs = startJobs(
    services,
    (error) => app.log.error(error, 'a daily job failed'),
    (text) => app.log.warn(text),
  )
  const [bound] = app.addresses()
  const port = typeof bound === 'object' ? bound.port : config.port
  const shown = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(config.host) ? 'localhost' : config.host
  return {
    app,
    config,
    address: `http://${shown}:${port}`,
    async stop() {
      services.draining.now = true
      services.live.drain()
      await app.close()
      await stopJobs()
      await db.destroy()
      release()
    },
  }
}

/** Opens and migrates the database. `release` lets another server use it. */
async function open(config: Config): Promise<{ db: Db; release: () => void }> {
  const { database } = config
  if ('sqlite' in database && database.sqlite !== ':memory:') usableFolder(dirname(database.sqlite))
  const cannotOpen = (error: unknown) =>
    new ConfigError([`DATABASE_URL: ${nameOf(database)} cannot be opened: ${plain(error)}`])
  await checkMaker(config).catch((error: unknown) => {
    if (error instanceof OperatorError) throw new ConfigError([`DATABASE_URL: ${error.message}`], true)
    throw cannotOpen(error)
  })
  const release = onlyServer(config, cannotOpen)
  const db = await openUpgraded(config, Date.now()).catch((error: unknown) => {
    release()
    throw cannotOpen(error)
  })
  return { db, release }
}

function onlyServer({ database, host, port }: Config, cannotOpen: (error: unknown) => Error): () => void {
  if (!('sqlite' in database) || database.sqlite === ':memory:') return () => {}
  const self = `process ${process.pid} on ${hostname()}, PORT ${port}, HOST ${host}, since ${new Date().toISOString()}`
  let reserved: ReturnType<typeof reserve>
  try {
    reserved = reserve(database.sqlite, self)
  } catch (error) {
    throw cannotOpen(error)
  }
  if (typeof reserved !== 'string') return reserved
  throw new ConfigError([
    `DATABASE_URL: another server uses ${database.sqlite}${reserved && ` (${reserved})`}. Nothing was changed; stop that ` +
      'one first, or give this one a DATA_DIR of its own. Several servers need a PostgreSQL.',
  ])
}

/** Unlike DATA_DIR, this folder is not made: behind a typing error or a missing disk the server would begin anew. */
function usableFolder(path: string): void {
  if (existsSync(path)) return writableFolder(path, 'DATABASE_URL')
  throw new ConfigError([
    `DATABASE_URL: the folder ${path} does not exist. Nothing was changed; is the name right, and is its disk there? ` +
      'Make the folder if the server is to begin there with an empty database.',
  ])
}

function writableFolder(path: string, name: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: privateFolder })
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch {
    throw new ConfigError([`${name}: the folder ${path} cannot be written.`])
  }
}

function listenProblem(error: NodeJS.ErrnoException, { host, port }: Config): string {
  if (error.code === 'EADDRINUSE') return `Port ${port} is already in use. Set PORT to another one.`
  if (error.code === 'EACCES') return `Port ${port} may not be used. Set PORT to one above 1023.`
  if (error.code === 'ENOTFOUND' || error.code === 'EADDRNOTAVAIL')
    return `HOST: ${host} is not an address of this machine.`
  return `The server cannot listen on ${host}, port ${port}: ${error.message}`
}

/**
 * Reserves a SQLite database for one server, until the returned function is called or the process ends, however it
 * ends. Returns the description of the server that has it already; '' if that one is not known.
 *
 * The lock is SQLite's own, on an empty database beside the real one, which operator commands may use meanwhile.
 * @param self describes this server to others
 */
function reserve(path: string, self: string): (() => void) | string {
  const file = `${path}.server`
  // Closing a file ends all locks of this process on it.
  if (!existsSync(file)) privateDatabase(file)
  const lock = new BetterSqlite(file, { timeout: 0 })
  try {
    lock.exec('begin immediate')
    describe(lock, self)
    return () => lock.close()
  } catch (error) {
    const holder = isBusy(error) ? holderOf(lock) : null
    lock.close()
    if (holder === null) throw error
    return holder
  }
}

/** Writes who holds the lock, and takes it again. On a full disk it is held without a name. */
function describe(lock: BetterSqlite.Database, self: string): void {
  try {
    lock.exec('create table if not exists server (self text) strict; delete from server')
    lock.prepare('insert into server values (?)').run(self)
    lock.exec('commit')
  } catch {
    if (lock.inTransaction) lock.exec('rollback')
  }
  lock.exec('begin immediate')
}

function holderOf(lock: BetterSqlite.Database): string {
  try {
    return (lock.prepare('select self from server').get() as { self: string } | undefined)?.self ?? ''
  } catch {
    return ''
  }
}

function isBusy(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')
}
