import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readCommand } from './cli/command.ts'

interface Target {
  what: string
  built: string
  sources: readonly string[]
  build: readonly string[]
}

const page: Target = {
  what: 'app',
  built: 'dist/index.html',
  sources: [
    'src',
    'src-sw',
    'core',
    'device',
    'locales',
    'scripts/build',
    'public',
    'scripts/budgets',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
  ],
  build: ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
}

const server: Target = {
  what: 'server',
  built: 'server/dist/main.js',
  sources: ['server', 'core', 'scripts/build/server.ts', 'package-lock.json'],
  build: ['scripts/build/server.ts'],
}

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const names = readdirSync(path).filter((name) => name !== 'dist')
  return names.reduce((time, name) => Math.max(time, newest(`${path}/${name}`)), 0)
}

/** Builds page and worker into dist/, and the server into server/dist/, if a source is newer. Exits on failure. */
export function buildIfStale(): void {
  for (const { what, built, sources, build } of [page, server]) {
    if (existsSync(built) && statSync(built).mtimeMs > Math.max(...sources.map(newest))) continue
    process.stdout.write(`Building the ${what} …\n`)
    const done = spawnSync(process.execPath, build, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
    if (done.status === 0) continue
    process.stderr.write(`${done.stdout}${done.stderr}\nThe ${what} could not be built: see above.\n`)
    process.exit(1)
  }
}

if (import.meta.main) {
  readCommand({
    name: 'build',
    purpose:
      'Builds page and worker into dist/ and the server into server/dist/. It fails above a limit of scripts/budgets/limits.ts, unless BUDGETS=report is in the environment.',
  })
  for (const build of [server.build, ['node_modules/vite/bin/vite.js', 'build']]) {
    const { status } = spawnSync(process.execPath, build, { stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
}
