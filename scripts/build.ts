import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'

const sources = [
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
]
const built = 'dist/index.html'

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((time, name) => Math.max(time, newest(`${path}/${name}`)), 0)
}

/** Builds page and worker into dist/ when a source is newer than the last build. Exits on failure. */
export function buildIfStale(): void {
  const upToDate = existsSync(built) && statSync(built).mtimeMs > Math.max(...sources.map(newest))
  if (upToDate) return
  process.stdout.write('Building the app …\n')
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']
  const build = spawnSync(process.execPath, vite, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' })
  if (build.status === 0) return
  process.stderr.write(`${build.stdout}${build.stderr}\nThe app could not be built: see above.\n`)
  process.exit(1)
}
