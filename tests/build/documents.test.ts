import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const documents = ['.', 'docs', 'docs/decisions'].flatMap(markdownIn)
const decisions = markdownIn('docs/decisions').filter((path) => /\/\d{3}-/.test(path))
const numberOf = (path: string) => /\/(\d{3})-/.exec(path)?.[1] ?? ''

/** The anchor that GitHub and its like give a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
const headingsOf = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)

/** Links to files of the repository, in Markdown or as the address of an image. What stands in code is none. */
function linksOf(path: string): string[] {
  const text = read(path)
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
  return links.map(([, inline, tag]) => inline ?? tag ?? '').filter((link) => !/^[a-z]+:/.test(link))
}

describe('the documents', () => {
  test('each relative link leads to a file, and to a heading of it', () => {
    const broken = documents.flatMap((path) =>
      linksOf(path)
        .filter((link) => {
          const [file = '', anchor] = link.split('#')
          const target = file === '' ? path : join(dirname(path), file)
          if (!existsSync(join(root, target))) return true
          return anchor !== undefined && !headingsOf(read(target)).map(anchorOf).includes(anchor)
        })
        .map((link) => `${path}: ${link}`),
    )
    expect(documents.flatMap(linksOf).length).toBeGreaterThan(50)
    expect(broken).toEqual([])
  })

  test('each decision has its number, a status and a date, and is in the index once', () => {
    const index = linksOf('docs/decisions/README.md').map((link) => join('docs/decisions', link))
    const listed = index.filter((path) => decisions.includes(path))
    expect(listed.toSorted()).toEqual(decisions.toSorted())
    const head = /^# (\d{3})\. .+\n\nStatus: (accepted|superseded by \d{3})\b.*\nDate: \d{4}-\d{2}-\d{2}\n\n/
    const wrong = decisions.filter((path) => head.exec(read(path))?.[1] !== numberOf(path))
    expect(wrong).toEqual([])
  })

  test('the code names each accepted decision, and only decisions that exist', () => {
    const code = [
      'core',
      'device',
      'server',
      'src',
      'src-sw',
      'scripts',
      'deploy',
      'locales',
      'tests',
    ].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(tsx?|mjs|css|txt|py|ya?ml)$/.test(entry.name))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')),
    )
    const named = new Set(
      code.flatMap((text) => [...text.matchAll(/\bdecision (\d{3})\b/gi)].map(([, number]) => number)),
    )
    const accepted = decisions.filter((path) => /^Status: accepted/m.test(read(path)))
    expect(accepted.length).toBeGreaterThan(30)
    expect(accepted.filter((path) => !named.has(numberOf(path)))).toEqual([])
    const known = new Set(decisions.map(numberOf))
    expect([...named].filter((number = '') => !known.has(number))).toEqual([])
  })

  test('the README says where each kind of requirement is', () => {
    const kinds = new Set(read('docs/requirements.md').match(/(?<=^- )[A-Z]+(?=-\d+:)/gm))
    const rooms = read('README.md')
      .match(/^\| [A-Z]+(?:, [A-Z]+)* \|/gm)
      ?.flatMap((row) => row.match(/[A-Z]+/g) ?? [])
    expect(rooms?.toSorted()).toEqual([...kinds].toSorted())
  })

  test('every npm command is explained', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const told = read('CONTRIBUTING.md')
    const missing = Object.keys(scripts).filter(
      (name) => !new RegExp(`\`(npm run |npm )?${name}(?![\\w:-])`).test(told),
    )
    expect(missing).toEqual([])
  })

  test('the README is short', () => {
    const text = read('README.md')
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(100)
    const { scripts } = JSON.parse(read('package.json')) as { scripts: object }
    const named = [...text.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
    const commands = new Set(named.filter((name) => name in scripts))
    expect(commands.size).toBeLessThanOrEqual(8)
  })

  test('what is built of others is in the notices', () => {
    const notices = read('THIRD_PARTY_NOTICES.md')
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    const packages = new Set(Object.keys(dependencies))
    for (const folder of ['src', 'src-sw', 'core', 'device'])
      for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }))
        if (/\.tsx?$/.test(file))
          for (const [, name = ''] of read(join(folder, file)).matchAll(
            /(?:\bfrom|\bimport\(|^import) '((?:@[^/']+\/)?[a-z][^/']*)[^']*'/gm,
          ))
            if (!name.startsWith('virtual:')) packages.add(name)
    expect(packages.size).toBeGreaterThan(30)
    expect(
      [...packages].filter((name) => !notices.includes(`| ${name} |`) && !notices.includes(`\`${name}\``)),
    ).toEqual([])
    const icons = readdirSync(join(root, 'server/seed/icons')).map((name) => name.replace('.svg', ''))
    expect(notices).toContain(`The ${icons.length} drawings`)
    expect(icons.filter((name) => !notices.includes(`\`${name}\``))).toEqual([])
    expect(notices).toContain(read('node_modules/@tabler/icons-react/LICENSE').trim())
  })
})
