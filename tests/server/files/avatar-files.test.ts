import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Db, openDatabase } from '../../../server/db/open.ts'
import { importAvatarFiles } from '../../../server/files/avatar-files.ts'
import { replaceAvatar } from '../../../server/files/avatars.ts'
import { start } from '../../../server/start.ts'
import { avatarFolder, type Place, placeWithAvatarFiles } from '../../support/copies.ts'
import { dialect } from '../../support/database.ts'

const nameOf = (letter: string) => `${letter.repeat(24)}.webp`
const [first, second] = [nameOf('a'), nameOf('b')]
const bytesOf = { [first]: Buffer.from([0, 255, 10, 13]), [second]: Buffer.from('another picture') }
const now = Date.now()

async function opened({ database }: Place): Promise<Db> {
  const db = await openDatabase(database)
  onTestFinished(() => db.destroy())
  return db
}

async function stored(db: Db): Promise<Record<string, Buffer>> {
  const rows = await db.selectFrom('picture').select(['name', 'bytes']).orderBy('name').execute()
  return Object.fromEntries(rows.map(({ name, bytes }) => [name, bytes]))
}

/** Runs an import and returns what it logged. */
async function imported(db: Db, { dataDir }: Place): Promise<{ count?: number; err?: Error }[]> {
  const logged: object[] = []
  await importAvatarFiles({ db, dataDir, now }, { warn: (what) => logged.push(what) })
  return logged
}

test('RUN-8 RUN-1 a server of before with two pictures has both after its upgrade, and no folder; and after a second start', async () => {
  const place = await placeWithAvatarFiles(bytesOf)
  const env = { DATA_DIR: place.dataDir, DATABASE_URL: place.url, PORT: '0', LOG_LEVEL: 'silent' }
  for (let starts = 0; starts < 2; starts++) {
    const running = await start(env)
    for (const [name, bytes] of Object.entries(bytesOf)) {
      const shown = await fetch(`${running.address}/uploads/avatars/${name}`)
      expect([shown.status, Buffer.from(await shown.arrayBuffer())]).toEqual([200, bytes])
    }
    await running.stop()
    expect(existsSync(avatarFolder(place))).toBe(false)
  }
})

test('RUN-8 a missing picture, one that cannot be read and one that nobody names stop nothing', async () => {
  const unread = nameOf('c')
  const place = await placeWithAvatarFiles({ ...bytesOf, [unread]: Buffer.from('x') })
  const db = await opened(place)
  const at = (name: string) => join(avatarFolder(place), name)
  rmSync(at(second))
  // A folder in its place: the tests may run as root, who reads every file.
  rmSync(at(unread))
  mkdirSync(at(unread))
  const [old, young, half] = [nameOf('o'), nameOf('y'), `${nameOf('t')}.tmp`]
  for (const name of [old, young, half, 'notes.txt']) writeFileSync(at(name), '')
  const longAgo = new Date(now - 7_200_000)
  for (const name of [old, half, 'notes.txt', first]) utimesSync(at(name), longAgo, longAgo)

  expect(await imported(db, place)).toEqual([
    { err: expect.objectContaining({ code: 'EISDIR' }), count: 1 },
    { count: 2 },
  ])
  expect(await stored(db)).toEqual({ [first]: bytesOf[first] })
  expect(readdirSync(avatarFolder(place)).toSorted()).toEqual([young, unread, 'notes.txt'].toSorted())
  // Somebody puts it back.
  writeFileSync(at(second), bytesOf[second] ?? '')
  await imported(db, place)
  expect(await stored(db)).toEqual(bytesOf)
})

test('RUN-8 an import that was killed is repeated: nothing is lost, and no file goes before its row is committed', async () => {
  const place = await placeWithAvatarFiles(bytesOf)
  const db = await opened(place)
  const fail = vi.spyOn(db, 'transaction').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
  })
  expect(await imported(db, place)).toEqual([{ err: expect.objectContaining({ code: 'SQLITE_FULL' }) }])
  fail.mockRestore()
  expect(readdirSync(avatarFolder(place))).toEqual([first, second])
  // Killed after the commit of one, before any file was removed.
  const bytes = bytesOf[first] ?? Buffer.alloc(0)
  await db.transaction().execute((trx) => replaceAvatar(trx, 'p0', { name: first, bytes, at: 1 }))
  expect(await imported(db, place)).toEqual([])
  expect(await stored(db)).toEqual(bytesOf)
  expect(existsSync(avatarFolder(place))).toBe(false)
})

test('RUN-8 a picture that an instance of the old version took meanwhile replaces the row', async () => {
  const place = await placeWithAvatarFiles(bytesOf)
  const db = await opened(place)
  await imported(db, place)
  const newer = nameOf('n')
  mkdirSync(avatarFolder(place))
  writeFileSync(join(avatarFolder(place), newer), 'newer')
  await db.updateTable('account').set({ image_name: newer }).where('id', '=', 'p0').execute()
  expect(await imported(db, place)).toEqual([])
  expect(await stored(db)).toEqual({ [second]: bytesOf[second], [newer]: Buffer.from('newer') })
})

test('RUN-8 several instances may import at once, and a picture that was replaced meanwhile does not come back', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 120 }, (_, i) => [
      `${String(i).padStart(24, '0')}.webp`,
      Buffer.from(`picture ${i}`),
    ]),
  )
  const place = await placeWithAvatarFiles(many)
  const here = await opened(place)
  // SQLite has one instance; a second one in this process would wait for the first without letting it go on.
  const there = dialect === 'postgres' ? await opened(place) : here
  const newer = { name: nameOf('n'), bytes: Buffer.from('newer'), at: now }
  const logged = await Promise.all([
    imported(here, place),
    imported(there, place),
    here.transaction().execute((trx) => replaceAvatar(trx, 'p119', newer)),
  ])
  expect(logged.slice(0, 2)).toEqual([[], []])
  const { [`${'119'.padStart(24, '0')}.webp`]: _, ...others } = many
  expect(await stored(here)).toEqual({ ...others, [newer.name]: newer.bytes })
})
