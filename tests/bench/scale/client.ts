import { readdirSync, readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'

export interface Answered {
  status: number
  headers: IncomingMessage['headers']
  /** on the wire, with the heads */
  bytes: number
  text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 32 })
const seen = new WeakMap<Socket, number>()

/** A request as a phone makes it, and how many bytes its answer took. */
export function ask(
  url: string,
  token: string,
  more: { body?: object; tag?: string } = {},
): Promise<Answered> {
  const { body, tag } = more
  return new Promise((done, failed) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(!body && { 'accept-encoding': 'br, gzip' }),
      ...(body && { 'content-type': 'application/json' }),
      ...(tag && { 'if-none-match': tag }),
    }
    const sent = request(url, { agent, method: body ? 'POST' : 'GET', headers }, (answer) => {
      const { socket } = answer
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const bytes = socket.bytesRead - (seen.get(socket) ?? 0)
        seen.set(socket, socket.bytesRead)
        const text = Buffer.concat(chunks).toString()
        done({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, text })
      })
    })
    sent.on('error', failed)
    sent.end(body && JSON.stringify(body))
  })
}

export interface Stream {
  bytes: () => number
  close: () => void
}

/** An event stream, as an open app keeps it. `onPoke` is called when it says that a list has changed. */
export function listen(url: string, token: string, onPoke: () => void = () => {}): Promise<Stream> {
  return new Promise((done, failed) => {
    const headers = { authorization: `Bearer ${token}` }
    const sent = request(`${url}/api/v3/events`, { agent: new Agent(), headers }, (answer) => {
      if (answer.statusCode !== 200) return failed(new Error(`a stream: ${answer.statusCode}`))
      const { socket } = answer
      answer.on('data', (chunk: Buffer) => String(chunk).includes('event: poke') && onPoke())
      answer.on('error', () => undefined)
      return done({ bytes: () => socket.bytesRead, close: () => sent.destroy() })
    })
    sent.on('error', failed)
    sent.end()
  })
}

/** Opens /metrics of a server that is measured. */
export const watched = { METRICS_TOKEN: 'whoever measures' }

/** CPU seconds and resident bytes of a server, as it says itself. */
export async function used(url: string): Promise<{ cpu: number; rss: number }> {
  const headers = { authorization: `Bearer ${watched.METRICS_TOKEN}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  const value = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
  return { cpu: value('process_cpu_seconds_total'), rss: value('process_resident_memory_bytes') }
}

/** CPU seconds of a PostgreSQL with all processes that it has now; the kernel counts hundredths. */
export function usedByPostgres(folder: string): number {
  const [parent = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      if (pid === parent || fields[1] === parent) ticks += Number(fields[11]) + Number(fields[12])
    } catch {
      // It ended meanwhile.
    }
  return ticks / 100
}
