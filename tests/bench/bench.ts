import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findOrInstallChromium } from '../../scripts/browser.ts'
import { buildIfStale } from '../../scripts/build.ts'
import type { Line } from './line.ts'
import { machine, pace } from './report/machine.ts'
import { document, table } from './report/table.ts'
import { type Section, sections } from './sections.ts'

/** Measures everything in one run and writes docs/bench.md. With --only=weight,start it prints these sections, and writes nothing. */
const only = process.argv
  .find((arg) => arg.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',')
const unknown = only?.filter((name) => !sections.some((section) => section.name === name)) ?? []
if (unknown.length > 0) {
  const names = sections.map(({ name }) => name).join(', ')
  process.stderr.write(`There is no section ${unknown.join(', ')}; there are ${names}.\n`)
  process.exit(1)
}

process.env['CHROMIUM'] ??= findOrInstallChromium()
// What is too heavy is measured too.
process.env['BUDGETS'] = 'report'
buildIfStale()

const started = performance.now()
const done: { section: Section; lines: Line[]; pace: number }[] = []
for (const section of sections.filter(({ name }) => !only || only.includes(name))) {
  const before = pace()
  const lines = await section.lines()
  done.push({ section, lines, pace: before })
  process.stdout.write(`${table(section, lines)}\n`)
}
const minutes = (performance.now() - started) / 60_000
if (!only)
  await writeFile(join(import.meta.dirname, '../../docs/bench.md'), document(await machine(), minutes, done))
process.exit(0)
