import { accessSync, constants, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from './app.ts'
import { type Config, ConfigError, parseConfig } from './base/config.ts'
import { type DatabaseAddress, type Db, openDatabase } from './db/open.ts'
import { placeOf } from './db/postgres.ts'
import { backUpBeforeUpgrade } from './operate/backup.ts'
import { importAvatarFiles } from './files/avatar-files.ts'
import { startJobs } from './operate/jobs.ts'
import { plain } from './operate/plain.ts'
import { serverFolder } from './base/folder.ts'
import { closeToOthers, privateFolder } from './db/private-files.ts'

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
  const stillOpen = closeToOthers(config.dataDir, ['mails', 'avatars'])
  const db = await open(config)
  const app = await buildApp({ db, config, dist: dist ?? resolve(serverFolder, '../dist'), ...networks })
  const { services } = app
  if (stillOpen.length > 0)
    app.log.warn(
      { first: stillOpen[0], count: stillOpen.length },
      'Others on this machine may read what the server keeps: its files belong to another user. Give them to the ' +
        'user that runs the server (chown).',
    )
  await importAvatarFiles({ db, dataDir: config.dataDir, now: Date.now() }, app.log)
  await app.listen({ port: config.port, host: config.host }).catch(async (error: NodeJS.ErrnoException) => {
    await app.close()
    await db.destroy()
    throw new ConfigError([listenProblem(error, config)])
  })
  services.mailer.start()
  services.push.start()
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
    },
  }
}

async function open(config: Config): Promise<Db> {
  const { database: address } = config
  if ('sqlite' in address && address.sqlite !== ':memory:')
    writableFolder(dirname(address.sqlite), 'DATABASE_URL')
  const saved = await backUpBeforeUpgrade(config, Date.now()).catch((error: unknown) => {
    throw cannotOpen(address, error)
  })
  return openDatabase(address).catch((error: unknown) => {
    const hint = saved ? ` The database of before the upgrade is in ${saved}.` : ''
    throw new ConfigError([`${cannotOpen(address, error).message}${hint}`])
  })
}

function cannotOpen(address: DatabaseAddress, error: unknown): ConfigError {
  const place = 'sqlite' in address ? address.sqlite : `the PostgreSQL database ${placeOf(address.postgres)}`
  return new ConfigError([`DATABASE_URL: ${place} cannot be opened: ${plain(error)}`])
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
