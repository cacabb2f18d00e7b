import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { mutants } from './mutants.ts'
import type { Mutant } from './mutant.ts'
import { range, violationsOf } from '../seeds.ts'
import { readCommand } from '../../../scripts/cli/command.ts'
import { createProgress } from '../../../scripts/cli/progress.ts'

const most = 5_000
const root = resolve(import.meta.dirname, '../../..')

if (process.env['MUTANT']) {
  const plain = mutants.find(({ name }) => name === process.env['MUTANT'])?.plain
  for (const [seed, violations] of await violationsOf(range(1, most), { stopEarly: true, plain }))
    process.stdout.write(`seed ${seed}: ${violations.join('; ')}`)
} else {
  const {
    positionals: [wanted = ''],
  } = readCommand({
    name: 'mutants',
    purpose:
      'Puts known faults into engine and server, one at a time, and prints which check or which test notices it.',
    takes: '[words]',
    examples: { '': 'every fault', "'restored backup'": 'those with these words in their names' },
  })
  const chosen = mutants.filter(({ name }) => name.includes(wanted))
  const waiting = [...chosen]
  const progress = createProgress('mutants')
  progress.report('Running', 0, chosen.length)
  let done = 0
  let alive = 0
  const worker = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const content = mutant.test ? 'its test is content' : `nothing noticed in ${most} seeds`
      const [word, why] = await hunt(mutant).then(
        (killer) => (killer === '' ? ['ALIVE ', content] : ['killed', killer]),
        (error: Error) => ['BROKEN', error.message],
      )
      if (word !== 'killed') alive++
      progress.hide()
      process.stdout.write(`${word} ${mutant.name} (${mutant.file})\n       ${why}\n`)
      progress.report('Running', ++done, chosen.length)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  progress.end()
  process.stdout.write(`\n${chosen.length - alive} of ${chosen.length} mutants killed\n`)
  process.exit(alive === 0 ? 0 : 1)
}

/** The command that runs this mutant. */
function command({ test }: Mutant): string[] {
  if (!test) return ['--import', pathToFileURL(`${import.meta.dirname}/hooks.ts`).href, import.meta.filename]
  const vitest = resolve(root, 'node_modules/vitest/vitest.mjs')
  return [vitest, 'run', '--config', `${import.meta.dirname}/config.ts`, test.file, '-t', test.title]
}

/** The name of the failed test, from the report of config.ts; '' when all passed. */
function failed(report: string): string {
  const ran = JSON.parse(report) as { name: string; passed: boolean }[]
  if (ran.length === 0) throw new Error('no test ran: the fault does not compile, or no test has that title')
  return ran.find(({ passed }) => !passed)?.name ?? ''
}

function hunt(mutant: Mutant): Promise<string> {
  const child = spawn(process.execPath, command(mutant), {
    cwd: root,
    env: { ...process.env, MUTANT: mutant.name },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let complained = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (complained += String(chunk)))
  return new Promise((done, fail) =>
    child.once('exit', (code) => {
      // The report is the last line: a test may have printed something before it.
      const report = printed.trim().split('\n').at(-1) ?? ''
      if (mutant.test && report.startsWith('['))
        try {
          done(failed(report))
        } catch (error) {
          fail(error as Error)
        }
      else if (code === 0) done(printed)
      // A fault that ends the process while a promise is pending counts as noticed too.
      else if (code === 13) done('10 a context waits for ever')
      else fail(new Error(`${mutant.name}: ${printed}${complained}`))
    }),
  )
}
