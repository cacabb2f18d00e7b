import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../server/db/open.ts'
import { compiledFolder } from '../../../server/page/compiled.mjs'
import { start } from '../../../server/start.ts'
import { dialect, freshDatabase } from '../../support/database.ts'
import { newList, testServer } from '../../support/server.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'private-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The modes of everything in a folder, by relative path. */
function modesIn(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' })
  return Object.fromEntries(names.map((name) => [name, modeOf(join(path, name))]))
}

test('API nobody else on the machine reads what the server keeps, new or from before', async () => {
  const dataDir = join(folder(), 'data')
  const env = {
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: `sqlite:${join(dataDir, 'lists.sqlite')}`,
  }
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  // With the modes that an older version left.
  for (const name of ['', 'mails', 'avatars']) mkdirSync(join(dataDir, name), { recursive: true })
  const mail = `mails/${String(Date.now()).padStart(15, '0')}-1.eml`
  for (const name of [mail, 'avatars/a.webp']) writeFileSync(join(dataDir, name), '')
  const old = await openDatabase({ sqlite: join(dataDir, 'lists.sqlite') })
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith('lists')))
    chmodSync(join(dataDir, name), 0o644)
  const running = await start(env)
  onTestFinished(() => running.stop())
  await old.destroy()
  const json = { 'content-type': 'application/json' }
  const account = { email: 'ala@example.pl', password: 'correct horse battery', termsAccepted: true }
  await fetch(`${running.address}/api/v3/profile`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(account),
  })
  await running.app.services.mailer.drain()
  expect(modeOf(dataDir)).toBe('700')
  const modes = modesIn(dataDir)
  expect(Object.keys(modes)).toEqual(
    expect.arrayContaining(['lists.sqlite', 'lists.sqlite-wal', 'lists.sqlite-shm']),
  )
  expect(Object.keys(modes).filter((name) => name.startsWith('mails/'))).toHaveLength(3)
  for (const [name, mode] of Object.entries(modes))
    expect([name, mode]).toEqual([name, ['mails', 'avatars'].includes(name) ? '700' : '600'])
})

test('PROFILE-3 RUN-8 API mails are made so that only the server reads them, and pictures are no files', async () => {
  const before = process.umask(0)
  onTestFinished(() => void process.umask(before))
  const server = await testServer()
  const ala = await server.registered('ala@example.pl')
  const file = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'orange' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), 'me.png')
  const packed = new Response(form)
  const sent = await server.app.inject({
    method: 'POST',
    url: '/api/v3/uploadFile?type=avatar',
    headers: {
      authorization: `Bearer ${ala.access}`,
      'content-type': packed.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await packed.arrayBuffer()),
  })
  expect(sent.statusCode).toBe(201)
  await server.mails()
  const modes = modesIn(server.dataDir)
  expect(Object.keys(modes).length).toBeGreaterThanOrEqual(3)
  for (const [name, mode] of Object.entries(modes)) {
    expect(name).toMatch(/^mails($|\/)/)
    expect([name, mode]).toEqual([name, name === 'mails' ? '700' : '600'])
  }
})

test('API a folder that all share stays open for them', async () => {
  const shared = folder()
  chmodSync(shared, 0o1777)
  const running = await start({
    DATA_DIR: shared,
    DATABASE_URL: await freshDatabase(),
    PORT: '0',
    LOG_LEVEL: 'silent',
  })
  onTestFinished(() => running.stop())
  expect(modeOf(shared)).toBe('1777')
})

test('PROFILE-5 API what was deleted stands in no file of the database any more', async ({ skip }) => {
  // PostgreSQL keeps deleted rows until a vacuum, and its folder is not the app's.
  if (dialect !== 'sqlite') return skip()
  const url = await freshDatabase()
  const server = await testServer({ onDisk: true, env: { DATABASE_URL: url } })
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  const secret = 'insulin-for-the-old-one'
  for (let i = 0; i < 50; i++)
    await server.call(ala, 'POST', `/api/v3/list/${list}/product`, {
      id: `p${i}`,
      productName: `${secret} ${i}`,
    })
  const path = url.replace('sqlite:', '')
  const written = () =>
    ['', '-wal'].reduce(
      (count, end) => count + readFileSync(`${path}${end}`, 'latin1').split(secret).length - 1,
      0,
    )
  expect(written()).toBeGreaterThanOrEqual(50)
  await server.db.deleteFrom('product').execute()
  await server.db.deleteFrom('change_log').execute()
  await sql`pragma wal_checkpoint(truncate)`.execute(server.db)
  expect(written()).toBe(0)
})

test('SECURITY compiled code is only kept where nobody else can put any', () => {
  const data = join(folder(), 'new')
  expect(compiledFolder(data)).toBe(join(data, 'compiled'))
  expect([modeOf(data), modeOf(join(data, 'compiled'))]).toEqual(['700', '700'])
  chmodSync(join(data, 'compiled'), 0o777)
  expect(compiledFolder(data)).toBeNull()
  rmSync(join(data, 'compiled'), { recursive: true })
  symlinkSync(tmpdir(), join(data, 'compiled'))
  expect(compiledFolder(data)).toBeNull()
  rmSync(join(data, 'compiled'))
  writeFileSync(join(data, 'compiled'), '')
  expect(compiledFolder(data)).toBeNull()
})
