import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'
import { createProgress } from '../../scripts/cli/progress.ts'
import type { Line } from './line.ts'
import { pace } from '../../scripts/pace.ts'
import { machine } from './report/machine.ts'
import { summary, table } from './report/table.ts'
import { type Section, sections } from './sections.ts'

const { values, refuse } = readCommand({
  name: 'bench',
  purpose: 'Measures everything in one run and prints it beside the least that the same thing can cost.',
  options: {
    only: { type: 'string', value: 'sections', about: 'measures only these sections' },
  },
  examples: { '--only weight,start': sections.map(({ name }) => name).join(', ') },
})
const only = values.only?.split(',')
const unknown = only?.filter((name) => !sections.some((section) => section.name === name)) ?? []
if (unknown.length > 0)
  refuse(
    `There is no section ${unknown.join(', ')}; there are ${sections.map(({ name }) => name).join(', ')}`,
  )

process.env['CHROMIUM'] ??= findOrInstallChromium()
// What is too heavy is measured too.
process.env['BUDGETS'] = 'report'
buildIfStale()

const done: { section: Section; lines: Line[]; pace: number }[] = []
const chosen = sections.filter(({ name }) => !only || only.includes(name))
const progress = createProgress('sections')
for (const section of chosen) {
  progress.report('Measuring', done.length, chosen.length)
  const before = pace()
  const lines = await section.lines()
  done.push({ section, lines, pace: before })
  progress.hide()
  process.stdout.write(`${table(section, lines)}\n`)
}
progress.end()
process.stdout.write(`${await machine()}. ${summary(done)}`)
process.exit(0)
