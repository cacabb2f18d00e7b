import { accessSync, constants, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app.ts'
import { type Config, ConfigError, parseConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { startPruning } from './jobs.ts'

export interface Running {
  app: FastifyInstance
  config: Config
  /** where the app is, on this machine */
  address: string
  stop: () => Promise<void>
}

/** Opens, migrates and listens. Throws a ConfigError whose lines a person can act on. */
export async function start(env: Record<string, string | undefined>, dist?: string): Promise<Running> {
  const config = parseConfig(env)
  writableFolder(config.dataDir, 'DATA_DIR')
  if (config.sqlitePath !== ':memory:') writableFolder(dirname(config.sqlitePath), 'DATABASE_URL')
  const db = await openDatabase(config.sqlitePath).catch((error: Error) => {
    throw new ConfigError([`The database ${config.sqlitePath} cannot be opened: ${error.message}`])
  })
  const app = await buildApp({ db, config, dist: dist ?? resolve(import.meta.dirname, '../dist') })
  const { deps } = app
  await app.listen({ port: config.port, host: config.host }).catch(async (error: NodeJS.ErrnoException) => {
    await app.close()
    await db.destroy()
    throw new ConfigError([listenProblem(error, config)])
  })
  deps.mailer.start()
  const stopPruning = startPruning(db, deps.now, (error) => app.log.error(error, 'pruning failed'))
  const [bound] = app.addresses()
  const port = typeof bound === 'object' ? bound.port : config.port
  const shown = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(config.host) ? 'localhost' : config.host
  return {
    app,
    config,
    address: `http://${shown}:${port}`,
    async stop() {
      deps.draining.now = true
      stopPruning()
      deps.live.drain()
      await app.close()
      await db.destroy()
    },
  }
}

function writableFolder(path: string, name: string): void {
  try {
    mkdirSync(path, { recursive: true })
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
