import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { watchDescriptors } from '../../../server/services/descriptors.ts'
import { asProblem } from '../../../server/base/problem.ts'
import { freePort } from '../../support/app.ts'
import { dialect, fillUp } from '../../support/database.ts'
import { type TestServer, testServer } from '../../support/server.ts'

/** Lets no session be stored any more, as on a full disk. */
async function fillSessions(server: TestServer): Promise<void> {
  await fillUp(server.db)
  if (dialect === 'postgres')
    await sql`create trigger no_session before insert on session for each row execute function no_room()`.execute(
      server.db,
    )
}

test('RUN-22 on a full disk /readyz goes on to answer, and says for a minute why nobody can log in', async () => {
  const server = await testServer()
  await server.person('ala@example.pl')
  const ready = async () => {
    const { status, body } = await server.call(null, 'GET', '/readyz')
    return [status, body.storage, body.detail]
  }
  expect(await ready()).toEqual([200, undefined, undefined])
  await fillSessions(server)
  // What is left of a page takes some more.
  let reply = await server.logIn('ala@example.pl')
  for (let tries = 0; tries < 200 && reply.status === 200; tries++)
    reply = await server.logIn('ala@example.pl')
  expect([reply.status, reply.body.error, reply.body.code]).toEqual([
    503,
    'temporarily_unavailable',
    'storageFull',
  ])
  expect(await ready()).toEqual([
    200,
    'full',
    expect.stringMatching(/disk is full .* not log in or register/),
  ])
  server.clock.now += 60_000
  expect(await ready()).toEqual([200, undefined, undefined])
})

test('RUN-22 that no descriptors are left is logged once, counted each time, and so is its end', async () => {
  const lines: string[] = []
  const log = (...[first, second]: unknown[]) =>
    void lines.push(String(second ?? first).split(/[:.]/, 1)[0] ?? '')
  let code = ''
  const watched = watchDescriptors({ error: log, warn: log } as never, () => {
    if (code !== '') throw Object.assign(new Error(code), { code })
  })
  onTestFinished(watched.stop)
  for (code of ['', 'EMFILE', 'ENFILE', 'EMFILE', '', '', 'EMFILE', 'EACCES']) watched.check()
  const none = 'No file descriptors are left'
  expect(lines).toEqual([none, 'There are file descriptors again', none])
  expect((await watched.counter.get()).values[0]?.value).toBe(4)
})

test('RUN-22 RUN-21 a call without a descriptor, or that a deadlock ended, is to be sent again', () => {
  for (const code of ['EMFILE', 'ENFILE', '40P01', '40001'])
    expect(asProblem(Object.assign(new Error(code), { code })).code, code).toBe('unavailable')
})

test.runIf(dialect === 'sqlite' && process.platform === 'linux')(
  'RUN-22 a server whose descriptors are used up says so in its log, and counts it once it answers again',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'start-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const port = await freePort()
    const root = resolve(import.meta.dirname, '../../..')
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(port), METRICS_TOKEN: 'token' }
    const limited = ['-c', 'ulimit -n 128; exec "$@"', 'sh', process.execPath, join(root, 'server/main.mjs')]
    const child = spawn('sh', limited, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    })
    let printed = ''
    const heard = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    child.stdout.on('data', (chunk: Buffer) => {
      printed += String(chunk)
      if (printed.includes('Ctrl+C')) started.resolve()
      if (printed.includes('No file descriptors are left')) heard.resolve()
    })
    await started.promise
    const sockets: Socket[] = []
    for (let i = 0; i < 200; i++) sockets.push(connect(port, 'localhost').on('error', () => undefined))
    await heard.promise
    expect(printed).toMatch(/"code":"EMFILE","msg":"No file descriptors are left: /)
    const closed = sockets.map((socket) => (socket.destroyed ? null : once(socket, 'close')))
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
    const metrics = async () => {
      const reply = await fetch(`http://localhost:${port}/metrics`, {
        headers: { authorization: 'Bearer token' },
      })
      return reply.text()
    }
    await expect.poll(() => metrics().catch(() => '')).toMatch(/^descriptors_exhausted_total [1-9]/m)
  },
)
