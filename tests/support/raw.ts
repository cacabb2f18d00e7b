import { connect } from 'node:net'
import { addressOf } from './http.ts'
import type { TestServer } from './server.ts'

export interface RawAnswer {
  status: number
  /** by lower-case name */
  headers: Record<string, string>
  body: string
  /** everything received, including further answers */
  all: string
}

/** Sends exactly these bytes on a new connection and reads until the server closes it. */
export async function rawly(server: TestServer, bytes: string | Buffer): Promise<RawAnswer> {
  const { hostname, port } = new URL(await addressOf(server))
  const all = await new Promise<string>((resolve) => {
    const chunks: Buffer[] = []
    const done = () => resolve(Buffer.concat(chunks).toString('latin1'))
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    // The server may close the connection while the client still sends.
    socket.on('error', done)
    socket.on('close', done)
  })
  const [head = '', ...rest] = all.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.split(':', 1)[0]?.toLowerCase() ?? '',
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return { status: Number(first.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n'), all }
}

/** Returns a raw HTTP request with exactly this path. */
export function plainRequest(
  method: string,
  target: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): string {
  const all = {
    Host: 'localhost',
    Connection: 'close',
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}
