import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parseCommand } from '../../scripts/cli/command.ts'

const backup = {
  name: 'backup',
  purpose: 'Writes a backup.',
  takes: '[folder]',
  options: {
    keep: { type: 'string', value: 'number', default: '14', about: 'how many stay' },
    encrypt: { type: 'boolean', about: 'seals it' },
  },
  examples: { '': 'into the usual folder', '/mnt --keep 3': 'elsewhere', '/mnt/a/long/path --encrypt': '' },
} as const

test('RUN-11 a command tells its purpose, usage, options and examples', () => {
  expect(parseCommand(backup, ['--keep', '3', '--help'])).toEqual({
    kind: 'help',
    text: `Writes a backup.

Usage: npm run backup -- [folder] [options]

Options:
  --keep <number>  how many stay (14 unless given)
  --encrypt        seals it
  --help           prints this

Examples:
  npm run backup                   into the usual folder
  npm run backup -- /mnt --keep 3  elsewhere
  npm run backup -- /mnt/a/long/path --encrypt`,
  })
  const start = parseCommand({ name: 'start', purpose: 'Starts it.' }, ['-h'])
  expect(start).toMatchObject({ text: expect.stringContaining('Usage: npm start\n') })
})

test('RUN-11 a command reads its options and arguments', () => {
  expect(parseCommand(backup, ['/mnt', '--keep=3', '--encrypt'])).toMatchObject({
    kind: 'run',
    values: { keep: '3', encrypt: true },
    positionals: ['/mnt'],
  })
  expect(parseCommand(backup, [])).toMatchObject({ values: { keep: '14' }, positionals: [] })
})

test('RUN-11 what a command does not take is refused in one sentence', () => {
  const help = '`npm run backup -- --help` lists what it takes.'
  const move = { name: 'move', purpose: 'Moves.', takes: '<from> <to>' }
  for (const [parsed, says] of [
    [parseCommand(backup, ['--keeps', '3']), `Unknown option '--keeps'. ${help}`],
    [parseCommand(backup, ['-k']), `Unknown option '-k'. ${help}`],
    [parseCommand(backup, ['--keep']), `Option '--keep <value>' argument missing. ${help}`],
    [parseCommand(backup, ['--keep', '--encrypt']), `Option '--keep' argument is ambiguous. ${help}`],
    [parseCommand(backup, ['--encrypt=yes']), `Option '--encrypt' does not take an argument. ${help}`],
    [parseCommand(backup, ['/mnt', '/tmp']), `It does not know what to do with '/tmp'. ${help}`],
    [parseCommand(move, ['a']), 'It needs <from> <to>. `npm run move -- --help` lists what it takes.'],
  ] as const)
    expect(parsed).toEqual({ kind: 'refused', text: says })
})

test('RUN-11 a command in front of another program passes on what is not its own', () => {
  const browsers = {
    name: 'browsers',
    purpose: 'Runs the browsers.',
    options: {
      rounds: { type: 'string', about: 'how often' },
      all: { type: 'boolean', about: 'everything' },
    },
    passesTo: 'Playwright',
  } as const
  const args = ['sharing', '--all', '--grep', 'a name', '--rounds', '4', '-x', '--rounds=5', '--workers=1']
  expect(parseCommand(browsers, args)).toMatchObject({
    values: { all: true, rounds: '5' },
    rest: ['sharing', '--grep', 'a name', '-x', '--workers=1'],
  })
  expect(parseCommand(browsers, ['--rounds'])).toMatchObject({
    kind: 'refused',
    text: expect.stringContaining('--rounds needs a value'),
  })
})

const root = resolve(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
/** Those that are a tool of somebody else, with a help of its own. */
const ofOthers = ['types', 'unit', 'bench:log-in', 'messages', 'format']
const ours = Object.entries(scripts).filter(([name]) => !ofOthers.includes(name))

function run(script: string, args: string[]) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => (out += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (err += String(chunk)))
  return new Promise<{ code: number | null; out: string; err: string }>((done) =>
    child.once('close', (code) => done({ code, out, err })),
  )
}

const fileOf = (line: string) => /^node scripts\/run\.mjs (\S+\.ts)$/.exec(line)?.[1] ?? ''

test('RUN-11 every command of ours declares its name and purpose', () => {
  const undeclared = ours.filter(
    ([name, line]) =>
      !new RegExp(`readCommand\\(\\{\\s+name: '${name}',\\s+purpose:\\s+['"][A-Z].*\\.['"],`).test(
        readFileSync(join(root, fileOf(line)), 'utf8'),
      ),
  )
  expect(undeclared.map(([name]) => name)).toEqual([])
})

// Some only: each is a process that loads all that the command needs.
test.each(['start', 'build', 'backup', 'fuzz'])(
  'RUN-11 npm run %s -- --help tells what it does, and does nothing',
  async (name) => {
    const { code, out, err } = await run(fileOf(scripts[name] ?? ''), ['--help'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(new RegExp(`^[A-Z].*\\.\n\nUsage: npm (run )?${name}\\b`))
  },
)

test('RUN-11 a command with an unknown option ends with exit code 2 and does nothing', async () => {
  const { code, out, err } = await run('scripts/recover-backup.ts', ['--replace'])
  expect([code, out]).toEqual([2, ''])
  expect(err).toBe("Unknown option '--replace'. `npm run recover-backup -- --help` lists what it takes.\n")
})

test('RUN-11 no two names of commands are one letter apart', () => {
  /** The name, and the name without each of its letters: of two names one letter apart these have one in common. */
  const formsOf = (name: string) => [name, ...[...name].map((_, i) => name.slice(0, i) + name.slice(i + 1))]
  const areAlike = (one: string, two: string) => formsOf(one).some((form) => formsOf(two).includes(form))
  expect([areAlike('restore', 'restored'), areAlike('move', 'more'), areAlike('move', 'demo')]).toEqual([
    true,
    true,
    false,
  ])
  const names = Object.keys(scripts)
  const alike = names.flatMap((one, i) =>
    names.slice(i + 1).flatMap((two) => (areAlike(one, two) ? [[one, two]] : [])),
  )
  expect(alike).toEqual([])
})
