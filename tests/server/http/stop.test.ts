import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { timeouts } from '../../../server/http/connection.ts'
import { addressOf } from '../../support/http.ts'
import { plainRequest } from '../../support/raw.ts'
import { type TestServer, testServer } from '../../support/server.ts'

const body = JSON.stringify({ email: 'nobody@example.org', password: 'never was one' })
const request = plainRequest('POST', '/oauth/v3/login', { body })

/** Opens a connection, sends these bytes, and waits until the server knows of it. */
async function connection(server: TestServer, bytes: string): Promise<Socket> {
  const { hostname, port } = new URL(await addressOf(server))
  const known = once(server.app.server, bytes.includes('\r\n\r\n') ? 'request' : 'connection')
  const socket = connect(Number(port), hostname, () => socket.write(bytes))
  socket.on('error', () => undefined) // the server may close it
  await known
  return socket
}

test('API a server that stops waits for nobody who has asked nothing, and for others only so long', async () => {
  const server = await testServer({ timeouts: { ...timeouts, stop: 50 } })
  const all = [
    await connection(server, ''),
    await connection(server, request.slice(0, 30)),
    await connection(server, request.slice(0, -5)),
  ]
  const closed = all.map((socket) => once(socket.resume(), 'close'))
  await server.app.close()
  await Promise.all(closed)
})

test('API a server that stops answers the request that is on its way', async () => {
  const server = await testServer()
  const silent = await connection(server, '')
  const asking = await connection(server, request.slice(0, -5))
  const answer = text(asking)
  const isClosing = once(silent.resume(), 'close')
  const closed = server.app.close()
  await isClosing
  asking.write(request.slice(-5))
  expect(await answer).toMatch(/^HTTP\/1\.1 4\d\d [^]*application\/problem\+json/)
  await closed
})
