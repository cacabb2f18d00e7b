import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { mostBytes } from '../../../server/limits/daily-quota.ts'
import { type Person, personOf, type TestServer, testServer } from '../../support/server.ts'

interface Part {
  field?: string
  bytes: Buffer | string
  /** without it the part is an ordinary form field */
  filename?: string | null
  type?: string
}

async function upload(
  server: TestServer,
  who: Person | null,
  parts: Part[],
  {
    url = '/api/v3/uploadFile?type=avatar',
    headers = {},
  }: { url?: string; headers?: Record<string, string> } = {},
) {
  const boundary = 'xXboundaryXx'
  const chunks = parts.flatMap(({ field = 'file', bytes, filename = 'me.jpg', type = 'image/jpeg' }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${filename === null ? '' : `; filename="${filename}"\r\ncontent-type: ${type}`}\r\n\r\n`,
    bytes,
    '\r\n',
  ])
  const reply = await server.app.inject({
    method: 'POST',
    url,
    headers: {
      ...(who && { authorization: `Bearer ${who.access}` }),
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk))),
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } })
const jpeg = () => canvas(400, 300).jpeg().toBuffer()
const show = (server: TestServer, name: string, headers: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url: `/uploads/avatars/${name}`, headers })
const storedIn = async ({ db }: TestServer) =>
  (await db.selectFrom('picture').select('name').orderBy('name').execute()).map(({ name }) => name)

/** A decompression bomb: a PNG that claims large dimensions and holds almost no data. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const ends = [Buffer.alloc(4), Buffer.alloc(4)] as const
    ends[0].writeUInt32BE(data.length)
    ends[1].writeUInt32BE(crc32(body))
    return Buffer.concat([ends[0], body, ends[1]])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * 64))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('PROFILE-3 a picture becomes a square WebP without metadata, turned as the camera meant it', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  // The left half is red. The metadata says the picture is rotated, so red belongs at the top.
  const lying = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#0000ff' } })
    .composite([
      {
        input: { create: { width: 200, height: 400, channels: 3, background: '#ff0000' } },
        left: 0,
        top: 0,
      },
    ])
    .jpeg()
    .withMetadata({ orientation: 6 })
    .withExif({ IFD0: { Copyright: 'Secret place', Artist: 'Ala' } })
    .toBuffer()
  const turned = await sharp(lying).withMetadata({ orientation: 6 }).toBuffer()
  const { status, body, headers } = await upload(server, ala, [{ bytes: turned }])
  expect([status, headers['cache-control']]).toEqual([201, 'no-store'])
  expect(body).toEqual({ imageName: expect.stringMatching(/^[\w-]{24}\.webp$/) })
  expect((await server.call(ala, 'GET', '/api/v3/me')).body.imageName).toBe(body.imageName)

  const shown = await show(server, body.imageName)
  expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(shown.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(shown.headers['x-content-type-options']).toBe('nosniff')
  const tag = String(shown.headers['etag'])
  const known = await show(server, body.imageName, { 'if-none-match': tag })
  expect([known.statusCode, known.headers['etag'], known.body]).toEqual([304, tag, ''])
  expect((await show(server, body.imageName, { 'if-none-match': '"another"' })).statusCode).toBe(200)
  const meta = await sharp(shown.rawPayload).metadata()
  expect([meta.format, meta.width, meta.height]).toEqual(['webp', 256, 256])
  expect([meta.exif, meta.icc, meta.xmp, meta.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(shown.rawPayload.toString('latin1')).not.toContain('Secret')
  const { data, info } = await sharp(shown.rawPayload).raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => [...data.subarray((y * 256 + x) * info.channels).subarray(0, 3)]
  expect(pixel(128, 20)[0]).toBeGreaterThan(200)
  expect(pixel(128, 236)[2]).toBeGreaterThan(200)
})

test('PROFILE-3 JPEG, PNG and WebP by what they are, whatever they are called', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  for (const bytes of [
    await canvas(10, 900).png().toBuffer(),
    await canvas(300, 300).webp().toBuffer(),
    await jpeg(),
  ])
    expect((await upload(server, ala, [{ bytes, filename: '../../x.svg', type: 'text/html' }])).status).toBe(
      201,
    )
  expect(await storedIn(server)).toHaveLength(1)
})

test('PROFILE-3 anything else is refused: SVG, GIF, TIFF, bombs, halves, and what only begins like a picture', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>'
  const whole = await jpeg()
  const refused: Record<string, Buffer | string> = {
    svg,
    gif: await canvas(9, 9).gif().toBuffer(),
    tiff: await canvas(9, 9).tiff().toBuffer(),
    html: '<script>alert(1)</script>',
    empty: '',
    'a bomb of 400 million pixels': bomb(20_000, 20_000),
    'half a picture': whole.subarray(0, whole.length / 2),
    'a JPEG that is an SVG': Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(svg)]),
  }
  for (const [what, bytes] of Object.entries(refused)) {
    const { status, body } = await upload(server, ala, [{ bytes, filename: 'me.png', type: 'image/png' }])
    expect([status, body.code], what).toEqual([415, 'unsupportedImage'])
  }
  expect(await storedIn(server)).toEqual([])
  expect((await server.call(ala, 'GET', '/api/v3/me')).body.imageName).toBeNull()
})

test('PROFILE-3 5 MiB and no more, judged before what it is, and never a part of it', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const picture = await jpeg()
  const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)])
  expect((await upload(server, ala, [{ bytes: padded(5 << 20) }])).status).toBe(201)
  for (const bytes of [padded((5 << 20) + 1), padded(6 << 20), 'x'.repeat(6 << 20)]) {
    const { status, body } = await upload(server, ala, [{ bytes }])
    expect([status, body.code]).toEqual([413, 'tooLarge'])
  }
})

test('PROFILE-3 one file in the field `file`, of an activated account that is signed in', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const bytes = await jpeg()
  const fields = async (...parts: Part[]) => {
    const { status, body } = await upload(server, ala, parts)
    return [status, body.fields]
  }
  expect(await fields()).toEqual([400, { file: 'required' }])
  expect(await fields({ field: 'picture', bytes })).toEqual([400, { picture: 'unknownField' }])
  expect(await fields({ bytes }, { bytes })).toEqual([400, { file: 'outOfRange' }])
  expect(await fields({ bytes }, { field: 'name', bytes: 'x', filename: null })).toEqual([
    400,
    { name: 'unknownField' },
  ])
  expect((await upload(server, null, [{ bytes }])).status).toBe(401)
  const other = await upload(server, ala, [{ bytes }], { url: '/api/v3/uploadFile?type=cover' })
  expect([other.status, other.body.fields]).toEqual([400, { type: 'outOfRange' }])
  expect((await upload(server, ala, [{ bytes }], { url: '/api/v3/uploadFile' })).status).toBe(400)
  const noBoundary = { 'content-type': 'multipart/form-data' }
  expect((await upload(server, ala, [{ bytes }], { headers: noBoundary })).status).toBe(400)
  const otherBoundary = { 'content-type': 'multipart/form-data; boundary=other' }
  expect((await upload(server, ala, [{ bytes }], { headers: otherBoundary })).status).toBe(400)
  const foreign = { origin: 'https://evil.example.org' }
  expect((await upload(server, ala, [{ bytes }], { headers: foreign })).body.code).toBe('foreignOrigin')
  const json = await server.call(ala, 'POST', '/api/v3/uploadFile?type=avatar', { file: 'x' })
  expect([json.status, json.body.code]).toEqual([415, 'unsupportedMediaType'])
  expect((await upload(server, ala, [{ bytes }], { url: '/api/v3/uploads/avatars/' })).status).toBe(201)

  await server.register('new@example.pl')
  const inactive = personOf('new@example.pl', await server.logIn('new@example.pl'))
  expect((await upload(server, inactive, [{ bytes }])).body.code).toBe('accountNotActivated')
  const removing = await server.call(inactive, 'DELETE', '/api/v3/file?type=avatar')
  expect([removing.status, removing.body.code]).toEqual([403, 'accountNotActivated'])
})

test('RUN-8 PROFILE-3 a newer picture replaces the row, removal takes it away, and nothing is on the disk', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const bytes = await jpeg()
  const first = (await upload(server, ala, [{ bytes }])).body.imageName
  const key = { 'idempotency-key': '7b1c1f3e-6a7b-4b7e-9d55-1d4a1c2b3f90' }
  const second = (await upload(server, ala, [{ bytes }], { headers: key })).body.imageName
  expect((await upload(server, ala, [{ bytes }], { headers: key })).body.imageName).toBe(second)
  const other = await canvas(50, 50).png().toBuffer()
  expect((await upload(server, ala, [{ bytes: other }], { headers: key })).status).toBe(422)
  expect((await show(server, first)).statusCode).toBe(404)
  expect((await show(server, second)).statusCode).toBe(200)

  for (let i = 0; i < 2; i++)
    expect((await server.call(ala, 'DELETE', '/api/v3/file?type=avatar')).status).toBe(200)
  expect((await show(server, second)).statusCode).toBe(404)
  expect((await server.call(ala, 'GET', '/api/v3/me')).body.imageName).toBeNull()
  expect((await show(server, second, { 'if-none-match': `"${second}"` })).statusCode).toBe(404)
  expect(await storedIn(server)).toEqual([])
  expect(existsSync(join(server.dataDir, 'avatars'))).toBe(false)
  for (const name of ['..%2f..%2flists.sqlite', '%2e%2e', 'x', `${'x'.repeat(24)}.webp`, 'a'.repeat(500)])
    expect((await show(server, name)).statusCode, name).toBe(404)
})

test('RUN-8 a name without the form of one costs no query', async () => {
  const server = await testServer()
  const asked = vi.spyOn(server.db, 'executeQuery')
  for (const name of ['x', 'x.webp', `${'x'.repeat(23)}.webp`, `${'x'.repeat(24)}.webp.tmp`, '%00'])
    expect((await show(server, name)).statusCode, name).toBe(404)
  expect(asked).not.toHaveBeenCalled()
  expect((await show(server, `${'x'.repeat(24)}.webp`)).statusCode).toBe(404)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('PROFILE-3 RUN-8 of pictures that are sent at the same time one stays, and it is the one of the profile', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const bytes = await jpeg()
  const sent = await Promise.all([1, 2, 3].map(() => upload(server, ala, [{ bytes }])))
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201])
  const { imageName } = (await server.call(ala, 'GET', '/api/v3/me')).body
  expect(await storedIn(server)).toEqual([imageName])
})

test('PROFILE-3 PROFILE-7 the export carries the picture', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const avatar = async () => (await server.call(ala, 'GET', '/api/v3/me/export')).body.avatar
  expect(await avatar()).toBeNull()
  const { imageName } = (await upload(server, ala, [{ bytes: await jpeg() }])).body
  const shown = (await show(server, imageName)).rawPayload.toString('base64')
  expect(await avatar()).toBe(`data:image/webp;base64,${shown}`)
})

test('LIMIT-1 RUN-8 the bytes of a picture count in the quota of the day, and with a full one nothing is stored', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const bytes = await jpeg()
  const counted = async () =>
    (await server.db.selectFrom('tally').select('ends_at').execute())
      .map(({ ends_at }) => ends_at - server.clock.now)
      .reduce((most, ms) => Math.max(most, ms), 0)
  await server.db.deleteFrom('tally').execute()
  const { imageName } = (await upload(server, ala, [{ bytes }])).body
  const { bytes: stored } = await server.db.selectFrom('picture').select('bytes').executeTakeFirstOrThrow()
  // The time until the quota is empty again grows with the bytes.
  const cost = (size: number) => (86_400_000 * size) / mostBytes.ofAccount
  expect(await counted()).toBeGreaterThanOrEqual(cost(stored.length))
  expect(await counted()).toBeLessThan(cost(stored.length + 2_048))

  const full = server.clock.now + 86_400_000
  await server.db.updateTable('tally').set({ ends_at: full }).execute()
  const refused = await upload(server, ala, [{ bytes }])
  expect([refused.status, refused.body.code]).toEqual([429, 'quotaReached'])
  expect(await storedIn(server)).toEqual([imageName])
})

test('LIMIT-6 whoever sends many pictures at once is told to wait, and others are not', async () => {
  const server = await testServer()
  const [ala, ola] = [await server.person('ala@example.pl'), await server.person('ola@example.pl')]
  const bytes = await canvas(3_000, 2_000).jpeg().toBuffer()
  const flood = Array.from({ length: 40 }, () => upload(server, ala, [{ bytes }]))
  const other = upload(server, ola, [{ bytes: await jpeg() }])
  expect((await other).status).toBe(201)
  const replies = await Promise.all(flood)
  const refused = replies.filter(({ status }) => status !== 201)
  // Without the queue all of them hold their file in memory, and those beyond 22 are told 503, like anybody else.
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers } of refused) expect([status, headers['retry-after']]).toEqual([429, '1'])
})

test('FULL-4 RUN-8 a picture that could not be stored leaves the one from before', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const { imageName } = (await upload(server, ala, [{ bytes: await jpeg() }])).body
  const fail = vi.spyOn(server.db, 'transaction').mockImplementationOnce(() => {
    const real = server.db.transaction()
    return Object.assign(real, {
      execute: (work: (trx: never) => Promise<unknown>) =>
        server.db.transaction().execute(async (trx) => {
          await work(trx as never)
          throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
        }),
    }) as never
  })
  const refused = await upload(server, ala, [{ bytes: await jpeg() }])
  fail.mockRestore()
  expect([refused.status, refused.body.code]).toEqual([503, 'storageFull'])
  expect(await storedIn(server)).toEqual([imageName])
  expect((await show(server, imageName)).statusCode).toBe(200)
})
