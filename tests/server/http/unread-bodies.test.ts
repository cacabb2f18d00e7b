import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { addressOf } from '../../support/http.ts'
import { testServer } from '../../support/server.ts'

test('LIMIT-7 what is refused before it was read is answered, also to a client that reads nothing until it has sent all', async () => {
  const server = await testServer()
  const ala = await server.person('ala@example.pl')
  const { hostname, port } = new URL(await addressOf(server))
  const answered = async (path: string, type: string, body: Buffer, authorization: string) => {
    const head = [
      `POST ${path} HTTP/1.1`,
      'Host: localhost',
      `Content-Type: ${type}`,
      `Authorization: ${authorization}`,
      `Content-Length: ${body.length}`,
    ]
    const chunks: Buffer[] = []
    return new Promise<string>((ended) => {
      const done = () => {
        socket.destroy()
        ended(Buffer.concat(chunks).toString('latin1').split('\r\n', 1)[0] ?? '')
      }
      const socket = connect({ port: Number(port), host: hostname }, () => {
        socket.write(`${head.join('\r\n')}\r\n\r\n`)
        socket.write(body, (error) => (error ? done() : socket.resume()))
      }).pause()
      socket.on('data', (chunk) => (chunks.push(chunk), done()))
      socket.on('error', done)
      socket.on('close', done)
    })
  }
  const large = Buffer.alloc(8 << 20, ' ')
  const mine = `Bearer ${ala.access}`
  expect(await answered('/api/v3/list', 'application/json', large, mine)).toContain(' 413 ')
  expect(await answered('/api/v3/list', 'text/plain', large, mine)).toContain(' 413 ')
  expect(await answered('/api/v3/list', 'application/json', large, 'Bearer nonsense')).toContain(' 401 ')
  expect(await answered('/api/v3/nothing', 'application/json', large, mine)).toContain(' 413 ')
  const form = 'multipart/form-data; boundary=x'
  expect(await answered('/api/v3/uploadFile?type=avatar', form, large, mine)).toContain(' 413 ')
  // Beyond a limit nobody reads on.
  const endless = await answered('/api/v3/list', 'application/json', Buffer.alloc(64 << 20, ' '), mine)
  expect(endless).not.toContain(' 2')
})
