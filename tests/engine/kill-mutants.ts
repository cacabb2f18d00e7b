import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { mutants } from './mutants.ts'
import { range, violationsOf } from './seeds.ts'

/**
 * `npm run mutants [-- part of a name]`: runs the simulation with each fault in the engine until something
 * notices, and says what did and in which seed.
 */
const most = 5_000
const [wanted = ''] = process.argv.slice(2)

if (process.env['MUTANT']) {
  for (const [seed, violations] of await violationsOf(range(1, most), { stopEarly: true }))
    process.stdout.write(`seed ${seed}: ${violations.join('; ')}`)
} else {
  const chosen = mutants.filter(({ name }) => name.includes(wanted))
  const waiting = [...chosen]
  let alive = 0
  const worker = async () => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const killer = await hunt(mutant.name)
      if (killer === '') alive++
      process.stdout.write(`${killer === '' ? 'ALIVE ' : 'killed'} ${mutant.name} (${mutant.file})\n`)
      process.stdout.write(`       ${killer || `nothing noticed in ${most} seeds`}\n`)
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  process.stdout.write(`\n${chosen.length - alive} of ${chosen.length} mutants killed\n`)
  process.exit(alive === 0 ? 0 : 1)
}

function hunt(name: string): Promise<string> {
  const hooks = pathToFileURL(`${import.meta.dirname}/mutant-hooks.ts`).href
  const child = spawn(process.execPath, ['--import', hooks, import.meta.filename], {
    env: { ...process.env, MUTANT: name },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let complained = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (complained += String(chunk)))
  return new Promise((done, failed) =>
    child.once('exit', (code) => {
      if (code === 0) done(printed)
      // A fault that lets the process end in the middle of a promise is noticed too.
      else if (code === 13) done('10 a context waits for ever')
      else failed(new Error(`${name}: ${complained}`))
    }),
  )
}
