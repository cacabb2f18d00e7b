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
  /** of a piece of work that is always the same, before the section, in ms */
  pace: number
}

/** Returns how fast the machine was before each section, and which targets were missed. */
export function summary(done: readonly Done[]): string {
  const paces = done.map(({ section, pace }) => `${Math.round(pace)} ms before ${section.name}`).join(', ')
  const all = done.flatMap(({ lines }) => lines).filter(({ met }) => met !== null)
  const missed = all.filter(({ met }) => !met)
  const list = missed.map(
    ({ group, what, ours, target }) => `- ${group}: ${what} is ${ours}, target ${target}\n`,
  )
  return `The same piece of work took one core ${paces}.
${all.length - missed.length} of ${all.length} targets are met.
${list.join('')}`
}
