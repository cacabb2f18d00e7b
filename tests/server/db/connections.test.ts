import { type AddressInfo, createServer, type Socket } from 'node:net'
import { CompiledQuery } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { asProblem } from '../../../server/base/problem.ts'
import { postgresDialect } from '../../../server/db/postgres.ts'

/** Starts a database that lets everybody log in and then says nothing, as one that is frozen at that moment. */
async function silentDatabase() {
  const sockets = new Set<Socket>()
  let loggedIn = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => {
      loggedIn++
      // PostgreSQL's messages AuthenticationOk and ReadyForQuery.
      socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]))
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
  const database = await silentDatabase()
  const ask = asking(database.url, 50)
  for (const round of [1, 2]) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('select 1')))
    expect(answers).toEqual(Array.from(answers, () => 'unavailable'))
    expect(database.loggedIn()).toBe(5 * round)
    await expect.poll(database.open).toBe(0)
  }
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
