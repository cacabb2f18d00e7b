import { type AddressInfo, createServer, type Socket } from 'node:net'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { asProblem } from '../../../server/base/problem.ts'
import { postgresDialect } from '../../../server/db/postgres.ts'

/** Returns one of PostgreSQL's messages. */
function message(type: string, ...parts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const size = Buffer.alloc(4)
  size.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), size, body])
}

const ready = message('Z', 'I')
const loggedInAnswer = Buffer.concat([message('R', Buffer.alloc(4)), ready])
/** One row with one column, an integer. */
const answerOf = (text: string) =>
  Buffer.concat([
    message(
      'T',
      Buffer.from([0, 1]),
      'timeline\0',
      Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 0, 4, 255, 255, 255, 255, 0, 0]),
    ),
    message('D', Buffer.from([0, 1, 0, 0, 0, text.length]), text),
    message('C', 'SELECT 1\0'),
    ready,
  ])

/**
 * Starts a database that lets everybody log in and then says nothing, as one that is frozen at that moment; or it gives
 * each statement this answer.
 */
async function fakeDatabase(answer?: string) {
  const sockets = new Set<Socket>()
  let loggedIn = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => {
      loggedIn++
      socket.write(loggedInAnswer)
      if (answer !== undefined) socket.on('data', () => socket.write(answerOf(answer)))
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `postgres://me@127.0.0.1:${port}/koszyk?sslmode=disable`,
    loggedIn: () => loggedIn,
    open: () => sockets.size,
  }
}

function asking(url: string, longestSilenceMs?: number) {
  const driver = postgresDialect(url, longestSilenceMs).createDriver()
  onTestFinished(() => driver.destroy())
  return async (statement: string) => {
    const connection = await driver.acquireConnection()
    try {
      await connection.executeQuery(CompiledQuery.raw(statement))
      return 'answered'
    } catch (error) {
      return asProblem(error).code
    } finally {
      await driver.releaseConnection(connection)
    }
  }
}

test('RUN-7 a database that is silent from the log-in on keeps neither a call nor a place in the pool', async () => {
  const database = await fakeDatabase()
  const ask = asking(database.url, 50)
  for (const round of [1, 2]) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('select 1')))
    expect(answers).toEqual(Array.from(answers, () => 'unavailable'))
    expect(database.loggedIn()).toBe(5 * round)
    await expect.poll(database.open).toBe(0)
  }
})

test('RUN-10 a connection to a server that is still in recovery is not kept: it would not know of a new timeline', async () => {
  const inRecovery = await fakeDatabase('0')
  expect(await asking(inRecovery.url)('select 1')).toBe('unavailable')
  await expect.poll(inRecovery.open).toBe(0)
  const primary = await fakeDatabase('3')
  expect(await asking(primary.url)('select 1')).toBe('answered')
})

test('RUN-7 a network without a way to the database is no fault of the server', async () => {
  const broken = (code: string, more: object = {}) =>
    asProblem(Object.assign(new Error(code), { code, ...more }))
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', '25P03'])
    expect(broken(code)).toMatchObject({ code: 'unavailable', extras: { retryAfter: 5 } })
  // Only the database's own name: a name that somebody typed is another matter.
  expect(broken('ENOTFOUND', { syscall: 'getaddrinfo', hostname: 'typed.invalid' }).code).toBe('serverError')
  expect(await asking('postgres://me@nowhere.invalid/koszyk')('select 1')).toBe('unavailable')
})
