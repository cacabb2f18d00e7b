import { spawn } from 'node:child_process'
import { readCommand } from './cli/command.ts'
import { runNode } from './cli/run-node.ts'

const lingui = (...args: string[]) => [
  'node_modules/@lingui/cli/dist/lingui-check.js',
  ...args,
  '--config',
  'locales/lingui.config.ts',
]

type Check = [name: string, args: string[]]

/** Fast checks without a browser; the slowest first. */
const checks: Check[] = [
  ['types', ['node_modules/typescript/bin/tsc', '-b']],
  ['texts collected', lingui('sync')],
  ['texts translated', lingui('missing', '--mode', 'catalog')],
  ['lint', ['node_modules/oxlint/bin/oxlint', '-c', 'scripts/oxlint.json', '--deny-warnings', '.']],
  ['format', ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  ['requirements tested', ['scripts/requirements.ts']],
]
export const checkCount = checks.length

/** Runs a check and prints its output in one piece, because another check runs at the same time. */
async function isGood([name, args]: Check): Promise<boolean> {
  const started = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const status = await new Promise((ended) => child.once('close', ended))
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  process.stdout.write(`${printed}${status === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)\n`)
  return status === 0
}

/** Runs all checks, two at a time. Returns the names of those that failed. */
export async function runChecks(): Promise<string[]> {
  const failed: string[] = []
  const waiting = [...checks]
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift())
      if (!(await isGood(check))) failed.push(check[0])
  }
  await Promise.all([work(), work()])
  return failed
}

if (import.meta.main) {
  readCommand({
    name: 'check',
    purpose: 'Checks types, format, texts, lint and requirements, and runs the unit tests.',
  })
  const failed = await runChecks()
  // The server on both databases is left to `npm test`.
  const unit = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'tests/vitest.config.ts',
    '--project',
    'unit',
  ]
  if ((await runNode(unit)) !== 0) failed.push('unit tests')
  // Repeated at the end, because the tests print more than fits on a screen.
  process.stdout.write(failed.length === 0 ? 'all good\n' : `FAILED: ${failed.join(', ')}\n`)
  process.exit(failed.length === 0 ? 0 : 1)
}
