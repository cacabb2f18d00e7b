import { type ChildProcess, fork, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { bundleServer } from '../../../scripts/build/server.ts'
import { freePort } from '../../support/app.ts'
import type { Given } from './bare.ts'

const root = resolve(import.meta.dirname, '../../..')

export interface Running {
  url: string
  /** CPU seconds until now; the kernel counts hundredths */
  cpu: () => number
  /** resident bytes */
  rss: () => number
  /** ms from the start of the process to its first answer */
  up: number
  stop: () => Promise<void>
}

/** Our server as it is started by whoever runs it. */
export async function startOurs(
  database: string,
  folder: string,
  nodeOptions: string[] = [],
): Promise<Running> {
  return startServer(database, folder, [...nodeOptions, join(root, 'server/main.mjs')])
}

/**
 * Our server, built, with another network for notifications. `network`: the code of a PushNetwork. Its flags are
 * those of server/main.mjs.
 */
export async function startWithPush(
  database: string,
  folder: string,
  network: string,
  env: Record<string, string>,
): Promise<Running> {
  await bundleServer('server/start.ts', false)
  const built = JSON.stringify(join(root, 'server/dist/start.js'))
  const code = `const { start } = await import(${built}); await start(process.env, undefined, { pushNetwork: ${network} })`
  const flags = ['--semi-space-growth-factor=1', '--heap-growing-percent=35']
  return startServer(database, folder, [...flags, '--input-type=module', '--eval', code], env)
}

async function startServer(
  database: string,
  folder: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort()
  const env = {
    ...process.env,
    // as in deploy/koszyk.service and deploy/Dockerfile
    MALLOC_ARENA_MAX: '1',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: database,
    NODE_ENV: 'production',
    ...more,
  }
  const from = performance.now()
  const child = spawn(process.execPath, args, {
    env,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await new Promise((later) => setTimeout(later, 2))
  }
  return { url, up: performance.now() - from, ...meters(child) }
}

/** The bounds. */
export async function startBare(given: Given): Promise<Running> {
  const from = performance.now()
  const child = fork(join(root, 'tests/bench/server/bare.ts'), {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  child.send(given)
  const url = await new Promise<string>((done, failed) => {
    child.once('message', (message) => done(String(message)))
    child.once('exit', (code) => failed(new Error(`the bare server ended with ${code}`)))
  })
  return { url, up: performance.now() - from, ...meters(child) }
}

function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

function meters(child: ChildProcess) {
  const read = (name: string) => readFileSync(`/proc/${child.pid}/${name}`, 'utf8')
  return {
    cpu() {
      const fields = read('stat')
        .replace(/^.*\) /, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    rss: () => Number(/VmRSS:\s+(\d+) kB/.exec(read('status'))?.[1]) * 1_024,
    async stop() {
      const gone = new Promise((exited) => child.once('exit', exited))
      child.kill('SIGTERM')
      await gone
    },
  }
}
