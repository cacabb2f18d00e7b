import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Budgets } from '../../scripts/budgets/limits.ts'
import { keepsBudgets } from '../../scripts/budgets/plugin.ts'

const files = {
  'index.html': '<html><head></head><body><script type="module" src="/main.js"></script></body></html>',
  'main.js':
    "import { ballast } from './heavy.js'; console.log(ballast); globalThis.go = () => import('./later.js')",
  'heavy.js': `export const ballast = '${randomBytes(8_000).toString('hex')}'`,
  'later.js': `console.log('${randomBytes(40_000).toString('hex')}')`,
  'public/sw.js': 'addEventListener("install", () => fetch("favicon.bin"))',
  'public/favicon.bin': randomBytes(3_000).toString('latin1'),
}
const wide: Budgets = {
  pages: [{ page: 'start', entries: ['main.js'], scripts: 20_000, sheets: 1_000, requests: 5 }],
  blockingStyles: 0,
  precache: 6_000,
}
const page = (change: Partial<Budgets['pages'][number]>): Budgets => ({
  ...wide,
  pages: wide.pages.map((one) => ({ ...one, ...change })),
})
let root = ''

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true })
  writeFileSync(join(root, name), text)
}

const built = (budgets: Budgets) =>
  build({ root, configFile: false, logLevel: 'silent', plugins: [keepsBudgets(root, budgets)] })

beforeEach(() => {
  vi.stubEnv('BUDGETS', '')
  root = mkdtempSync(join(tmpdir(), 'koszyk-budgets-'))
  for (const [name, text] of Object.entries(files)) write(name, text)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

test('SPEED-1 a build within its budgets passes; what is only imported later does not count', async () => {
  await built(wide)
  expect(statSync(join(root, 'dist/index.html')).mtimeMs).toBeGreaterThan(0)
})

test('SPEED-1 scripts over their budget fail the build, which says what weighs most and counts as out of date', async () => {
  const over = built(page({ scripts: 7_000 }))
  await expect(over).rejects.toThrow(/start: scripts +\d\.\d KB of +7\.0 KB +OVER\n +1\d\.\d KB +heavy\.js\n/)
  await expect(over).rejects.not.toThrow('later.js')
  expect(statSync(join(root, 'dist/index.html')).mtimeMs).toBe(0)
})

test('SPEED-1 more requests than allowed fail the build, style sheets among them', async () => {
  await expect(built(page({ requests: 3 }))).rejects.toThrow(/start: requests +4 of +3 +OVER/)
  write('main.css', 'body { color: red }')
  write('main.js', `import './main.css'; ${files['main.js']}`)
  await expect(built(page({ requests: 4 }))).rejects.toThrow(/start: requests +5 of +4 +OVER/)
})

test('SPEED-1 style sheets over their budget fail the build, one at the end of the body among them', async () => {
  write('main.css', `body::after { content: '${randomBytes(600).toString('hex')}' }`)
  write('main.js', `import './main.css'; ${files['main.js']}`)
  await expect(built(page({ sheets: 500 }))).rejects.toThrow(
    /start: style sheets +0\.\d KB of +0\.5 KB +OVER/,
  )
  write('main.js', files['main.js'])
  write('public/late.css', files['heavy.js'].slice(24, 1_200))
  write(
    'index.html',
    files['index.html'].replace('</body>', '<link rel="stylesheet" href="/late.css" /></body>'),
  )
  await expect(built(page({ sheets: 500 }))).rejects.toThrow(
    /start: style sheets +0\.\d KB of +0\.5 KB +OVER/,
  )
})

test('SPEED-1 a style sheet that blocks the first paint fails the build', async () => {
  write('main.css', 'body { color: red }')
  write(
    'index.html',
    files['index.html'].replace('</head>', '<link rel="stylesheet" href="/main.css" /></head>'),
  )
  await expect(built(wide)).rejects.toThrow(/block the first paint +1 of +0 +OVER/)
})

test('SPEED-1 a worker that fetches too much fails the build', async () => {
  await expect(built({ ...wide, precache: 2_000 })).rejects.toThrow(
    /what the worker fetches +\d\.\d KB of +2\.0 KB +OVER/,
  )
})

test('SPEED-1 a budget for a source that is gone fails the build', async () => {
  await expect(built(page({ entries: ['moved.js'] }))).rejects.toThrow('moved.js')
})

test('SPEED-1 whoever measures what is too heavy may build it all the same', async () => {
  vi.stubEnv('BUDGETS', 'report')
  await expect(built(page({ scripts: 7_000 }))).resolves.toBeDefined()
  expect(statSync(join(root, 'dist/index.html')).mtimeMs).toBe(0)
})
