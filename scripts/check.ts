import { spawnSync } from 'node:child_process'

const lingui = (...args: string[]) => [
  'node_modules/@lingui/cli/dist/lingui-check.js',
  ...args,
  '--config',
  'locales/lingui.config.ts',
]

/** Quick, and without a browser. */
const checks: [name: string, args: string[]][] = [
  ['types', ['node_modules/typescript/bin/tsc', '-b']],
  ['lint', ['node_modules/oxlint/bin/oxlint', '-c', 'scripts/oxlint.json', '--deny-warnings', '.']],
  ['format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']],
  ['texts collected', lingui('sync')],
  ['texts translated', lingui('missing', '--mode', 'catalog')],
  ['requirements tested', ['scripts/requirements.ts']],
]
export const checkCount = checks.length

/** Returns the names of what failed. */
export function runChecks(): string[] {
  return checks.flatMap(([name, args]) => {
    const started = performance.now()
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    process.stdout.write(`${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
    return status === 0 ? [] : [name]
  })
}

if (import.meta.main) {
  const failed = runChecks()
  // The server on its two databases and the simulator's long run are for npm test.
  const unit = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit']
  const env = { SEEDS: '200', ...process.env }
  const { status } = spawnSync(process.execPath, unit, { stdio: 'inherit', env })
  process.exit(failed.length > 0 || status !== 0 ? 1 : 0)
}
