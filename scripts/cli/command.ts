import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util'

interface Option extends ParseArgsOptionDescriptor {
  about: string
  /** the name of its value in the help, such as `number`; an option without a value has none */
  value?: string
}

interface Command<O extends Record<string, Option>> {
  /** the command's name in package.json */
  name: string
  /** one line */
  purpose: string
  /** the positional arguments: `<file>` is required, `[folder]` is optional */
  takes?: string
  options?: O
  /** maps what follows the command's name to what that does, or to '' */
  examples?: Readonly<Record<string, string>>
  /** the program that gets every argument not declared here */
  passesTo?: string
}

type Values<O extends Record<string, Option>> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true }>
>['values']

type Parsed<O extends Record<string, Option>> =
  | { kind: 'help'; text: string }
  | { kind: 'refused'; text: string }
  | { kind: 'run'; values: Values<O>; positionals: string[]; rest: string[] }

/**
 * Parses the arguments of a command.
 *
 * @returns the help if `--help` is among them, else the values, or one line that says what is wrong
 */
export function parseCommand<const O extends Record<string, Option>>(
  command: Command<O>,
  args: readonly string[],
): Parsed<O> {
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  if (own.includes('--help') || own.includes('-h')) return { kind: 'help', text: helpOf(command) }
  const { options = {} as O, takes = '', passesTo } = command
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: passesTo === undefined,
      tokens: true,
    })
    if (passesTo !== undefined) {
      const ours = new Set<number>()
      for (const token of tokens)
        if (token.kind === 'option' && token.name in options) {
          if (token.value === undefined && options[token.name]?.type === 'string')
            return refusal(command, `${token.rawName} needs a value`)
          ours.add(token.index)
          if (token.value !== undefined && !token.inlineValue) ours.add(token.index + 1)
        }
      const rest = args.filter((_, i) => !ours.has(i))
      return { kind: 'run', values: values as Values<O>, positionals: [], rest }
    }
    const least = takes.match(/</g)?.length ?? 0
    const most = least + (takes.match(/\[/g)?.length ?? 0)
    if (positionals.length < least) return refusal(command, `It needs ${takes}`)
    if (positionals.length > most)
      return refusal(command, `It does not know what to do with '${positionals[most]}'`)
    return { kind: 'run', values: values as Values<O>, positionals, rest: [] }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    // Drops Node's advice on passing such a word as an argument, which does not help here.
    return refusal(command, message.split(/\.? To |\.?\n/)[0] ?? '')
  }
}

function callOf({ name }: { name: string }): string {
  return ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`
}

function refusal(command: { name: string }, reason: string): { kind: 'refused'; text: string } {
  return { kind: 'refused', text: `${reason}. \`${callOf(command)} -- --help\` lists what it takes.` }
}

function helpOf<O extends Record<string, Option>>(command: Command<O>): string {
  const { purpose, takes, options, examples = {}, passesTo } = command
  const call = callOf(command)
  const all: [string, Option][] = [
    ...Object.entries(options ?? {}),
    ['help', { type: 'boolean', about: 'prints this' }],
  ]
  const shown = Object.entries(examples).map(([args, about]) => ({
    typed: args === '' ? call : `${call} -- ${args}`,
    about,
  }))
  const exampleWidth = Math.max(0, ...shown.filter(({ about }) => about).map(({ typed }) => typed.length))
  const left = all.map(([name, { value }]) => `--${name}${value ? ` <${value}>` : ''}`)
  const width = Math.max(...left.map(({ length }) => length))
  const lines = all.map(([, one], i) => {
    const standard = typeof one.default === 'string' ? ` (${one.default} unless given)` : ''
    return `  ${left[i]?.padEnd(width)}  ${one.about}${standard}`
  })
  const behind = [takes, options && '[options]', passesTo && `[options of ${passesTo}]`].filter(Boolean)
  return [
    purpose,
    '',
    `Usage: ${[call, ...(behind.length > 0 ? ['--', ...behind] : [])].join(' ')}`,
    '',
    'Options:',
    ...lines,
    ...(passesTo ? ['', `Every other argument goes to ${passesTo}.`] : []),
    ...(shown.length > 0 ? ['', 'Examples:'] : []),
    ...shown.map(({ typed, about }) => `  ${about ? `${typed.padEnd(exampleWidth)}  ${about}` : typed}`),
  ].join('\n')
}

/**
 * Parses this process's arguments. With `--help` it prints the help and exits with 0; for wrong arguments it says what
 * is wrong and exits with 2.
 */
export function readCommand<const O extends Record<string, Option>>(command: Command<O>) {
  const parsed = parseCommand(command, process.argv.slice(2))
  if (parsed.kind === 'help') {
    process.stdout.write(`${parsed.text}\n`)
    return process.exit(0)
  }
  if (parsed.kind === 'refused') return end(parsed.text)
  const refuse = (reason: string): never => end(refusal(command, reason).text)
  const wholeNumber = (text: string, name: string): number =>
    /^[1-9]\d{0,8}$/.test(text) ? Number(text) : refuse(`${name} is a whole number from 1, not '${text}'`)
  return { ...parsed, refuse, wholeNumber }
}

function end(text: string): never {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}
