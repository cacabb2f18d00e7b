import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parseConfig } from '../../server/base/config.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

function variablesOfServer(): Set<string> {
  const names = new Set<string>()
  const env = new Proxy<Record<string, string>>({}, { get: (_, name) => void names.add(String(name)) })
  parseConfig(env)
  expect(names.size).toBeGreaterThan(8)
  return names
}

test('RUN-3 .env.example has every variable that the server reads, with its default', () => {
  const lines = read('.env.example').matchAll(/^# ([A-Z_]+)=(.*)$/gm)
  const example = Object.fromEntries(
    [...lines].map(([, name, value = '']) => [name, value.replace(/^"(.*)"$/, '$1')]),
  )
  expect([...variablesOfServer()].filter((name) => !(name in example))).toEqual([])
  expect(parseConfig(example)).toEqual(parseConfig({}))
})

test('RUN-3 .env.example says what each variable means', () => {
  const paragraphs = read('.env.example')
    .split('\n\n')
    .filter((text) => /^# [A-Z_]+=/m.test(text))
  expect(paragraphs.length).toBeGreaterThan(8)
  expect(paragraphs.filter((text) => !/^# (?![A-Z_]+=).*\w/.test(text))).toEqual([])
})

test('RUN-3 .nvmrc names the Node that the scripts bring', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: Record<string, string>
  }
  const majors = Object.values(optionalDependencies).map((version) => version.split('.')[0])
  expect(new Set(majors)).toEqual(new Set([read('.nvmrc').trim()]))
})

test('RUN-3 what the units and the image start is there', () => {
  for (const [path, wanted] of [
    ['deploy/koszyk.service', 'server/main.mjs'],
    ['deploy/Dockerfile', 'server/main.mjs'],
    ['deploy/koszyk-backup.service', 'scripts/run.mjs'],
  ] as const) {
    expect(read(path)).toContain(wanted)
    expect(read(wanted)).not.toBe('')
    if (wanted === 'server/main.mjs') expect(read(path)).toContain('MALLOC_ARENA_MAX=1')
  }
})

test('RUN-17 a nightly backup that fails starts a unit that tells it, and the guide installs both', () => {
  const unit = /^OnFailure=(\S+)$/m.exec(read('deploy/koszyk-backup.service'))?.[1]
  expect(read(`deploy/${unit}`)).toContain('ExecStart=/usr/bin/logger --priority daemon.alert')
  const installed = /^systemctl link (.*)$/m.exec(read('docs/operating.md'))?.[1]?.split(' ') ?? []
  const folder = '/opt/koszyk/deploy/'
  expect(installed).toEqual([`${folder}koszyk-backup.service`, `${folder}${unit}`])
})

test('RUN-3 a server that nobody has built says what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'koszyk-unbuilt-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const file of ['main.mjs', 'page/compiled.mjs'])
    cpSync(resolve(root, 'server', file), join(folder, file))
  const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: folder }
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'main.mjs')], {
    env,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, 'The server is not built yet: npm run build makes it.\n'])
})
