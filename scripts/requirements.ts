import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readCommand } from './cli/command.ts'

readCommand({
  name: 'requirements',
  purpose: 'Lists the requirements of docs/requirements.md that no test names, or that are there twice.',
})

const root = resolve(import.meta.dirname, '..')
const id = /\b[A-Z][A-Z0-9]*-\d+\b/g

/** Returns the requirement ids at the beginning of the tests' titles. */
function namedByTests(): Set<string> {
  const named = new Set<string>()
  for (const file of readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(test|spec)\.tsx?$/.test(file)) continue
    const text = readFileSync(join(root, 'tests', file), 'utf8')
    for (const [, title] of text.matchAll(/['"`]((?:%[a-z] )?(?:[A-Z][A-Z0-9]*-\d+ )+)/g))
      for (const [name] of title?.matchAll(id) ?? []) named.add(name)
  }
  return named
}

function written(): string[] {
  const text = readFileSync(join(root, 'docs/requirements.md'), 'utf8')
  return [...text.matchAll(/^- ([A-Z][A-Z0-9]*-\d+):/gm)].map(([, name]) => name ?? '')
}

const lines = written()
const requirements = new Set(lines)
const doubled = lines.filter((name, i) => lines.indexOf(name) !== i)
const named = namedByTests()
const missing = [...requirements].filter((name) => !named.has(name))
const unknown = [...named].filter((name) => !requirements.has(name))
for (const name of missing) process.stdout.write(`${name} is named by no test\n`)
for (const name of doubled) process.stdout.write(`${name} is there twice\n`)
for (const name of unknown) process.stdout.write(`${name} is named by a test but by no requirement\n`)
process.stdout.write(
  `${requirements.size - missing.length} of ${requirements.size} requirements have a test\n`,
)
process.exit(missing.length + unknown.length + doubled.length === 0 ? 0 : 1)
