import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { expect, inject, onTestFinished, test } from 'vitest'
import { App } from '../../support/app.ts'
import { dialect } from '../../support/database.ts'
import { run, urlOf } from '../../support/postgres.ts'

interface SmallDisk {
  path: string
  /** takes all room but so many bytes */
  fill: (left: number) => void
  makeRoom: () => void
}

const mount = (path: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' })
    .status === 0
const unmount = (path: string) => spawnSync('umount', ['--lazy', path], { stdio: 'ignore' })

/** Mounting takes root, and containers often forbid it even then. */
function canMount(): boolean {
  const path = mkdtempSync(join(tmpdir(), 'disk-'))
  const isMounted = mount(path, 1)
  if (isMounted) unmount(path)
  rmdirSync(path)
  return isMounted
}

/** A file system of a few megabytes, unmounted after the test. */
function smallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'disk-'))
  if (!mount(path, megabytes)) throw new Error('a tmpfs cannot be mounted here')
  // Its root keeps the mode of mkdtemp; PostgreSQL runs as another user.
  chmodSync(path, 0o755)
  onTestFinished(() => {
    unmount(path)
    rmdirSync(path)
  })
  const ballast = join(path, 'ballast')
  const makeRoom = () => rmSync(ballast, { force: true })
  return {
    path,
    makeRoom,
    fill(left) {
      for (;;) {
        makeRoom()
        const { bavail, bsize } = statfsSync(path)
        const size = Math.max(0, bavail * bsize - left)
        try {
          return writeFileSync(ballast, Buffer.alloc(size))
        } catch (error) {
          // PostgreSQL has written since the room was measured, so the disk is full.
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
          if (left === 0) return
        }
      }
    },
  }
}

const isTested = canMount()
const cluster = inject('postgres')

if (!isTested)
  process.stderr.write(
    'A full disk is NOT tested: mounting a small file system takes root and its permission.\n',
  )

/** Where the database stands on the small disk, and for SQLite all else too. */
async function onDisk(disk: SmallDisk): Promise<Record<string, string>> {
  if (cluster === undefined) return { DATA_DIR: join(disk.path, 'data') }
  const place = join(disk.path, 'tables')
  mkdirSync(place)
  const { uid, gid } = statSync(join(cluster, 'data'))
  execFileSync('chown', [`${uid}:${gid}`, place])
  const name = `full${Date.now()}`
  const admin = urlOf(cluster, 'postgres')
  await run(admin, `create tablespace ${name} location '${place}'`)
  await run(admin, `create database ${name} template template0 tablespace ${name}`)
  onTestFinished(async () => {
    await run(admin, `drop database ${name} with (force)`)
    await run(admin, `drop tablespace ${name}`)
  })
  return { DATABASE_URL: urlOf(cluster, name) }
}

/**
 * Does what autovacuum may do at any time: it removes PostgreSQL's cache of system tables, which is written again before
 * anybody is let in.
 */
async function letNobodyIn(disk: SmallDisk): Promise<void> {
  for (const file of readdirSync(disk.path, { recursive: true, encoding: 'utf8' }))
    if (basename(file) === 'pg_internal.init') rmSync(join(disk.path, file))
  disk.fill(0)
  const others = `datname like 'full%' and pid <> pg_backend_pid()`
  await run(
    urlOf(cluster ?? '', 'postgres'),
    `select pg_terminate_backend(pid) from pg_stat_activity where ${others}`,
  )
}

/**
 * Returns whether the server started. PostgreSQL lets nobody in on a full disk if it has just removed its cache of
 * system tables (`pg_internal.init`), as autovacuum makes it do at any time.
 */
async function startsWhileFull(app: App): Promise<boolean> {
  try {
    await app.start()
    return true
  } catch (error) {
    if (dialect === 'postgres' && String(error).includes('could not write init file')) return false
    throw error
  }
}

test.skipIf(!isTested)(
  'FULL-4 a full disk refuses writes with 503, loses nothing that was acknowledged, leaves no halves, and goes on by itself',
  { timeout: 120_000 },
  async () => {
    const disk = smallDisk(dialect === 'sqlite' ? 24 : 64)
    const app = await App.start({ NODE_ENV: 'test', ...(await onDisk(disk)) })
    onTestFinished(() => app.stop())
    const token = await app.member('ala@example.org', 'a long walk home')
    const { id: list } = await app.call<{ id: string }>('POST', '/api/v3/list', {}, token)
    const authorization = `Bearer ${token}`
    const post = (path: string, body: unknown) =>
      fetch(app.url + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })

    const acknowledged: string[] = []
    let seq = 0
    /** Adds 20 products; a push that was refused is sent again as it was. */
    const batch = () => {
      const ids = Array.from({ length: 20 }, (_, i) => `p${seq + i + 1}`)
      const ops = ids.map((rowId, i) => ({
        op: 'add',
        seq: seq + i + 1,
        opId: `o${seq + i + 1}`,
        rowId,
        value: { productName: 'Milk '.repeat(30).trim(), note: 'x'.repeat(150) },
        ageMs: 0,
      }))
      return { ids, body: { v: 2, client: 'phone', request: 'r', cursor: 0, ops } }
    }
    const send = async ({ ids, body }: ReturnType<typeof batch>) => {
      const reply = await post(`/api/v3/list/${list}/sync`, body)
      const answer = (await reply.json()) as { code?: string; results?: object }
      if (reply.status === 200) {
        expect(answer.results).toEqual({})
        acknowledged.push(...ids)
        seq += ids.length
      }
      return { status: reply.status, code: answer.code, after: reply.headers.get('retry-after') }
    }
    const untilFull = async () => {
      disk.fill(400_000)
      for (let tries = 0; tries < 200; tries++) {
        const refused = await send(batch())
        if (refused.status !== 200) return refused
      }
      throw new Error('the disk does not get full')
    }
    const read = () => fetch(`${app.url}/api/v3/list/${list}`, { headers: { authorization } })
    const stored = async () => {
      const answer = await app.call<{ products: { id: string }[] }>(
        'GET',
        `/api/v3/list/${list}`,
        undefined,
        token,
      )
      return answer.products.map(({ id }) => id).toSorted()
    }

    const before = acknowledged.length
    expect(await untilFull()).toEqual({ status: 503, code: 'storageFull', after: '60' })
    expect(acknowledged.length).toBeGreaterThan(before)
    // Reading goes on, and the refused push left nothing of itself.
    const first = await read()
    if (dialect === 'sqlite' || first.status !== 503) {
      expect(await stored()).toEqual(acknowledged.toSorted())
      const ready = await fetch(`${app.url}/readyz`)
      expect([ready.status, ((await ready.json()) as { storage?: string }).storage]).toEqual([200, 'full'])
    }
    if (dialect === 'postgres') {
      // Somebody may come in, and so write the cache, while the ballast is renewed; and the end of a connection may be
      // heard of first.
      const refused = async () => {
        await letNobodyIn(disk)
        const answer = await read()
        return [answer.status, ((await answer.json()) as { code: string }).code]
      }
      await expect.poll(refused, { timeout: 20_000 }).toEqual([503, 'storageFull'])
    }

    if (dialect === 'sqlite') {
      disk.fill(0)
      const form = new FormData()
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      const picture = await sharp({
        create: { width: 300, height: 300, channels: 3, background: '#000', noise },
      })
        .png()
        .toBuffer()
      form.append('file', new Blob([new Uint8Array(picture)]), 'me.png')
      const upload = async () => {
        const reply = await fetch(`${app.url}/api/v3/uploadFile?type=avatar`, {
          method: 'POST',
          headers: { authorization },
          body: form,
        })
        const { code, imageName = null } = (await reply.json()) as { code?: string; imageName?: string }
        return { status: reply.status, code, imageName }
      }
      // The log may have room for some pictures yet.
      let last: string | null = null
      let refused = await upload()
      for (let tries = 0; tries < 500 && refused.status === 201; tries++) {
        last = refused.imageName
        refused = await upload()
      }
      expect(refused).toEqual({ status: 503, code: 'storageFull', imageName: null })
      const me = await app.call<{ imageName: string | null }>('GET', '/api/v3/me', undefined, token)
      expect(me.imageName).toBe(last)
      if (last) expect((await fetch(`${app.url}/uploads/avatars/${last}`)).status).toBe(200)
    }

    disk.makeRoom()
    expect((await send(batch())).status).toBe(200)
    expect(await stored()).toEqual(acknowledged.toSorted())

    // Killed while it is full; started again while it still is, and once there is room.
    expect((await untilFull()).code).toBe('storageFull')
    await app.kill()
    if (await startsWhileFull(app)) {
      expect(await stored()).toEqual(acknowledged.toSorted())
      await app.kill()
    }
    disk.makeRoom()
    await app.start()
    expect(await stored()).toEqual(acknowledged.toSorted())
    expect((await send(batch())).status).toBe(200)
  },
)
