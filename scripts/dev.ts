import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from './cli/command.ts'
import { seedHousehold } from './household.ts'

readCommand({
  name: 'dev',
  purpose: 'Serves page, worker and API with reload and a seeded household. It needs no network.',
})
const apiPort = process.env['API_PORT'] ?? '3001'
const port = process.env['PORT'] ?? '3000'
const env = {
  ...process.env,
  PORT: apiPort,
  API_PORT: apiPort,
  DATA_DIR: process.env['DATA_DIR'] ?? join('data', 'dev'),
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://localhost:${port}`,
}

if (!existsSync(join(env.DATA_DIR, 'lists.sqlite'))) {
  const [anna, tomek] = await seedHousehold(env)
  process.stdout.write(`Log in as ${anna.email} or ${tomek.email} with '${anna.password}'.\n`)
}
const watched = ['--watch-path=server', '--watch-path=core']
const children = [
  spawn(process.execPath, [...watched, 'server/main.mjs'], { env, stdio: 'inherit' }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', port, '--strictPort'], {
    env,
    stdio: 'inherit',
  }),
]
const stop = () => children.forEach((child) => child.kill())
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
for (const child of children)
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    stop()
  })
