import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { replaceAvatar } from '../../../server/files/avatars.ts'
import { backUp } from '../../../server/operate/backup.ts'
import { plain } from '../../../server/operate/plain.ts'
import { move, restore } from '../../../server/operate/restore.ts'
import { addressOf, contentOf, freshPlace, type Place } from '../../support/copies.ts'
import { dialect, freshDatabase } from '../../support/database.ts'
import { newList, testServer } from '../../support/server.ts'

const now = Date.UTC(2026, 10, 21, 12)
let living: Place
let backup: string

beforeEach(async () => {
  const url = await freshDatabase()
  const server = await testServer({ env: { DATABASE_URL: url }, onDisk: true })
  const ala = await server.person('ala@example.pl')
  const list = await newList(server, ala)
  for (const productName of ['Milk', 'Bread', 'Żurek'])
    await server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName, price: 1.5 })
  const avatar = { name: `${'a'.repeat(24)}.webp`, bytes: Buffer.from([0, 255, 10, 13]), at: now }
  await server.db.transaction().execute((trx) => replaceAvatar(trx, ala.id, avatar))
  living = await freshPlace(url)
  backup = (await backUp(living, { folder: living.folder, now, keep: 1 })).path
})

test('RUN-1 a server that runs is neither replaced nor moved away', async () => {
  const before = await contentOf(living.database)
  await expect(restore(living, backup, { replace: true, now })).rejects.toThrow(/stop the server/)
  const elsewhere = await freshPlace()
  await expect(move(living.database, elsewhere.database, now)).rejects.toThrow(/stop the server/)
  expect(await contentOf(living.database)).toEqual(before)
})

test('RUN-1 a backup that is cut short, changed, foreign, newer or missing changes nothing', async () => {
  const target = await freshPlace()
  await restore(target, backup, { replace: false, now })
  const before = await contentOf(target.database)
  const whole = readFileSync(backup)
  const text = gunzipSync(whole).toString()
  const zipped = (changed: string) => gzipSync(changed)
  const cases: [content: Buffer, says: RegExp][] = [
    [whole.subarray(0, whole.length - 20), /no whole backup/],
    [whole.subarray(0, 40), /no whole backup/],
    [Buffer.alloc(0), /no whole backup/],
    [Buffer.from('a shopping list'), /no whole backup/],
    [zipped(text.replace('Bread', 'Bread!')), /no whole backup/],
    [zipped(text.slice(0, text.lastIndexOf('\n{'))), /no whole backup/],
    [zipped(text.replace(/"schema":"[^"]+"/, '"schema":"9999-later"')), /newer Koszyk \(9999-later\)/],
  ]
  for (const [content, says] of cases) {
    const path = join(living.folder, 'changed.backup')
    writeFileSync(path, content)
    const failed = await restore(target, path, { replace: true, now }).catch((error: unknown) => error)
    expect(plain(failed)).toMatch(says)
    expect(plain(failed)).toContain('Nothing was changed')
  }
  const missing = await restore(target, '/nowhere', { replace: true, now }).catch((error: unknown) => error)
  expect(plain(missing)).toMatch(/^\/nowhere is not there/)
  expect(await contentOf(target.database)).toEqual(before)
})

test('RUN-1 RUN-8 a database moves to the other kind and back, row for row and with its epochs', async () => {
  const stopped = await freshPlace()
  await restore(stopped, backup, { replace: false, now })
  const before = await contentOf(stopped.database)
  const file = addressOf(`sqlite:${join(stopped.dataDir, 'moved.sqlite')}`)
  const back = await freshPlace()
  const there = await move(stopped.database, file, now)
  expect(await contentOf(file)).toEqual(before)
  const again = await move(file, back.database, now)
  expect(again).toEqual(there)
  expect(await contentOf(back.database)).toEqual(before)
  expect([there.get('product')?.count, there.get('picture')?.count]).toEqual([3, 1])
  // What is there already stays.
  await expect(move(file, back.database, now)).rejects.toThrow(/wants an empty one/)
  // A server goes on where the old one stopped.
  const server = await testServer({ env: { DATABASE_URL: back.url }, onDisk: true })
  expect((await server.logIn('ala@example.pl')).status).toBe(200)
})

test('RUN-11 backup, restore and move report how far each step is, to its end', async () => {
  const reported = new Map<string, number[]>()
  const onProgress = (step: string, done: number, total: number) =>
    reported.set(step, [...(reported.get(step) ?? []), done / total])
  const target = await freshPlace()
  const made = await backUp(living, { folder: living.folder, now: now + 1, keep: 1, onProgress })
  await restore(target, made.path, { replace: false, now, onProgress })
  await restore(target, made.path, { replace: true, now, onProgress })
  await move(target.database, (await freshPlace()).database, now, onProgress)
  const aside = dialect === 'postgres' ? ['Putting the old database aside'] : []
  expect([...reported.keys()].toSorted()).toEqual(
    [
      'Writing the backup',
      'Checking the backup',
      'Filling the database',
      'Comparing the tables',
      ...aside,
      'Copying the rows',
    ].toSorted(),
  )
  for (const [step, shares] of reported) {
    expect(shares.at(-1), step).toBe(1)
    expect(Math.min(...shares), step).toBeGreaterThan(0)
    expect(Math.max(...shares), step).toBe(1)
  }
})

test.runIf(dialect === 'sqlite')(
  'RUN-1 a broken database file is said in one line, and a backup takes its place',
  async () => {
    const target = await freshPlace()
    const path = target.url.slice('sqlite:'.length)
    writeFileSync(path, 'not a database at all'.repeat(500))
    const failed = await backUp(target, { folder: target.folder, now, keep: 1 }).catch(
      (error: unknown) => error,
    )
    expect(plain(failed)).toMatch(/^The database file is broken\. Nothing was changed; .*--replace$/)
    const { aside } = await restore(target, backup, { replace: true, now })
    expect(readFileSync(aside, 'utf8')).toContain('not a database at all')
    expect((await contentOf(target.database))['product']).toHaveLength(3)
  },
)

test('RUN-1 what stops a command is one line that says what is safe', () => {
  const lines = ['ENOSPC', 'SQLITE_FULL', 'EACCES', 'EROFS', 'SQLITE_READONLY', '53100', 'ECONNREFUSED'].map(
    (code) => plain(Object.assign(new Error('something\nand a stack'), { code })),
  )
  for (const line of lines) {
    expect(line).toContain('What was there is as it was')
    expect(line).not.toContain('\n')
  }
  expect(lines[0]).toContain('The disk is full')
  expect(lines[2]).toContain('may not be read or written')
})

test('RUN-1 the commands say what they did, or in one line why not, with exit code 1', async () => {
  const run = (script: string, args: string[], place: Place) =>
    new Promise<{ code: unknown; out: string; err: string }>((done) => {
      const env = { ...process.env, DATABASE_URL: place.url, DATA_DIR: place.dataDir }
      execFile(process.execPath, [`scripts/${script}.ts`, ...args], { env }, (error, out, err) =>
        done({ code: error?.code ?? 0, out, err }),
      )
    })
  const target = await freshPlace()
  const [made, refused, misused, restored] = await Promise.all([
    run('backup', ['--keep', '3'], living),
    run('restore', [backup, '--replace'], living),
    run('move', ['--from', living.url], living),
    run('restore', [backup], target),
  ])
  expect([made.code, made.err]).toEqual([0, ''])
  expect(made.out).toMatch(/\.backup is complete, \d+\.\d MB\. 0 older ones were removed\.\n$/)
  const stopFirst =
    'A server runs on this database. Nothing was changed; stop the server first, then repeat the command.\n'
  expect(refused).toEqual({ code: 1, out: '', err: stopFirst })
  expect(misused).toEqual({
    code: 2,
    out: '',
    err: 'It needs --to. `npm run move -- --help` lists what it takes.\n',
  })
  expect([restored.code, restored.err]).toEqual([0, ''])
  expect(restored.out).toContain('1 lists are marked as restored')
})
