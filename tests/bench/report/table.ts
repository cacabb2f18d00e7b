import type { Line } from '../line.ts'
import type { Section } from '../sections.ts'

const yes = (met: boolean | null) => (met === null ? '' : met ? 'yes' : '**no**')
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

/** A section as Markdown: a table a group. */
export function table({ title, how }: Section, lines: readonly Line[]): string {
  const groups = Map.groupBy(lines, ({ group }) => group)
  const tables = [...groups].map(([group, some]) =>
    [
      row([group, 'Ours', 'Bound', 'Ratio', 'Target', 'Met']),
      '|---|---:|---:|---:|---:|---|',
      ...some.map(({ what, ours, bound, ratio, target, met }) =>
        row([what, ours, bound, ratio, target, yes(met)]),
      ),
    ].join('\n'),
  )
  return [`## ${title}`, how, ...tables].join('\n\n') + '\n'
}

interface Done {
  section: Section
  lines: readonly Line[]
  pace: number
}

/** Says how fast the machine was before each section. */
export function paces(done: readonly Pick<Done, 'section' | 'pace'>[]): string {
  return done.map(({ section, pace }) => `${Math.round(pace)} ms before ${section.name}`).join(', ')
}

export function document(machine: string, minutes: number, done: readonly Done[]): string {
  const all = done.flatMap(({ lines }) => lines).filter(({ met }) => met !== null)
  const missed = all.filter(({ met }) => !met)
  const list = missed.map(
    ({ group, what, ours, target }) => `- ${group}: ${what} is ${ours}, target ${target}`,
  )
  return `# What was measured

Written by \`npm run bench\`, from one run of ${Math.round(minutes)} minutes; repeat it with the same command, or print one part with
\`npm run bench -- --only=${done.map(({ section }) => section.name).join(',')}\`. Everything ran on one machine, browser and server
beside each other: ${machine}. Others used it too: a piece of work that is always the same took one core
${paces(done)}. A figure without a bound beside it is as slow as that.

A bound is the least that the same thing can cost, measured beside ours in the same run. ${all.length - missed.length} of ${all.length} targets are met${missed.length > 0 ? `; these are not:\n\n${list.join('\n')}` : '.'}

${done.map(({ section, lines }) => table(section, lines)).join('\n')}`
}
