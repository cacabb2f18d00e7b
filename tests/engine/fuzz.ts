import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { range, violationsOf } from './seeds.ts'

/**
 * `npm run fuzz -- 100000 [from]`: runs this many seeds on all cores. A bad seed is printed with what it
 * violated; add it to `rememberedAsTheyAre` in fuzz.test.ts. With --part this is one of the worker processes.
 */
const args = process.argv.slice(2)
const portion = 200

if (args[0] === '--part') {
  const [from = 1, count = 1] = args.slice(1).map(Number)
  for (const [seed, violations] of await violationsOf(range(from, count)))
    process.stdout.write(`seed ${seed}: ${violations.join('; ')}\n`)
} else {
  const [count = 1_000, first = 1] = args.map(Number)
  const started = performance.now()
  let next = first
  let bad = 0
  const worker = async () => {
    while (next < first + count) {
      const from = next
      next += portion
      const lines = await part(from, Math.min(portion, first + count - from))
      bad += lines.length
      if (lines.length > 0) process.stdout.write(`${lines.join('\n')}\n`)
      process.stderr.write(`\r${Math.min(next, first + count) - first} of ${count} seeds`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
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
