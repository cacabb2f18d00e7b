import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { range, violationsOf } from './seeds.ts'
import { readCommand } from '../../scripts/cli/command.ts'
import { createProgress } from '../../scripts/cli/progress.ts'

/** With --part this is one of the worker processes. */
const args = process.argv.slice(2)
const portion = 200

if (args[0] === '--part') {
  const [from = 1, count = 1] = args.slice(1).map(Number)
  for (const [seed, violations] of await violationsOf(range(from, count)))
    process.stdout.write(`seed ${seed}: ${violations.join('; ')}\n`)
} else {
  const { positionals, wholeNumber } = readCommand({
    name: 'fuzz',
    purpose:
      "Runs seeds of the sync engine's simulator on all cores, and prints each that breaks a promise; add it to `rememberedAsTheyAre` in tests/engine/fuzz.test.ts.",
    takes: '[count] [first]',
    examples: { '': '1 000 seeds from 1', '100000': '', '500 20001': '500 seeds from 20 001' },
  })
  const count = wholeNumber(positionals[0] ?? '1000', 'count')
  const first = wholeNumber(positionals[1] ?? '1', 'first')
  const progress = createProgress('seeds')
  progress.report('Running', 0, count)
  const started = performance.now()
  let next = first
  let done = 0
  let bad = 0
  const worker = async () => {
    while (next < first + count) {
      const from = next
      next += portion
      const size = Math.min(portion, first + count - from)
      const lines = await part(from, size)
      bad += lines.length
      if (lines.length > 0) {
        progress.hide()
        process.stdout.write(`${lines.join('\n')}\n`)
      }
      progress.report('Running', (done += size), count)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  progress.end()
  const seconds = Math.round((performance.now() - started) / 1_000)
  process.stdout.write(`\n${count} seeds from ${first}, ${bad} with violations, ${seconds} s\n`)
  process.exit(bad === 0 ? 0 : 1)
}

/** A new process for each portion, so that memory does not grow without end. */
function part(from: number, count: number): Promise<string[]> {
  const self = import.meta.filename
  const child = spawn(process.execPath, [self, '--part', String(from), String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)))
  return new Promise((done) =>
    child.once('exit', (code) => {
      const lines = printed.split('\n').filter((line) => line.startsWith('seed '))
      done(code === 0 ? lines : [...lines, `seeds from ${from}: the process ended with ${code}`])
    }),
  )
}
