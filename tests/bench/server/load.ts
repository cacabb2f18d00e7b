import { connect, type Socket } from 'node:net'
import { at } from '../figures.ts'

/** A request as it goes over the wire. */
export interface Asked {
  method: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  body?: string
}

export interface Answered {
  status: number
  head: string
  body: string
}

export interface Told {
  /** answers a second */
  rate: number
  /** ms */
  p50: number
  p99: number
}

interface Load {
  connections?: number
  /** how long, ms */
  ms: number
  /** requests a second, evenly; without it each connection asks again as soon as it is answered */
  rate?: number
  status: number
}

/**
 * Asks over connections that stay open, one request at a time on each. It does little per answer on purpose: on a
 * machine of two cores, what the client takes is taken from the server.
 */
export async function load(url: string, next: (n: number) => Asked, { connections = 24, ...load }: Load) {
  const lines = await Promise.all(Array.from({ length: connections }, () => Wire.open(url)))
  const took: number[] = []
  let asked = 0
  const from = performance.now()
  const until = from + load.ms
  const one = async (line: Wire) => {
    while (performance.now() < until) {
      const n = asked++
      let start = performance.now()
      if (load.rate !== undefined) {
        // Measured from when it was due: what waits for the one before waits too.
        start = from + (n / load.rate) * 1_000
        const early = start - performance.now()
        if (start >= until) return
        if (early > 0) await new Promise((due) => setTimeout(due, early))
      }
      const { status, body } = await line.ask(next(n))
      if (status !== load.status) throw new Error(`${status} instead of ${load.status}: ${body}`)
      took.push(performance.now() - start)
    }
  }
  await Promise.all(lines.map(one)).finally(() => lines.forEach((line) => line.close()))
  const seconds = (performance.now() - from) / 1_000
  return { rate: took.length / seconds, p50: at(took, 0.5), p99: at(took, 0.99) } satisfies Told
}

/** One connection. */
export class Wire {
  readonly #socket: Socket
  readonly #host: string
  #parts: Buffer[] = []
  #done: ((answered: Answered) => void) | null = null
  #failed: (error: Error) => void = () => undefined

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#failed(error))
    socket.on('close', () => this.#failed(new Error('the connection was closed')))
  }

  static async open(url: string): Promise<Wire> {
    const { hostname, port, host } = new URL(url)
    const socket = connect(Number(port), hostname)
    await new Promise<void>((done, failed) => socket.once('connect', done).once('error', failed))
    return new Wire(socket, host)
  }

  ask({ method, path, headers = {}, body }: Asked): Promise<Answered> {
    let text = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n`
    for (const name in headers) text += `${name}: ${headers[name]}\r\n`
    if (body !== undefined)
      text += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    return new Promise((done, failed) => {
      this.#done = done
      this.#failed = failed
      this.#socket.write(`${text}\r\n${body ?? ''}`)
    })
  }

  close(): void {
    this.#done = null
    this.#failed = () => undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#parts.push(chunk)
    const all = this.#parts.length === 1 ? chunk : Buffer.concat(this.#parts)
    const end = all.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = all.toString('latin1', 0, end + 2)
    const status = Number(head.slice(9, 12))
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
    const isChunked = length === undefined && /\r\ntransfer-encoding: chunked\r\n/i.test(head)
    const isWhole = isChunked
      ? all.subarray(-5).equals(lastChunk)
      : all.length >= end + 4 + (status === 304 ? 0 : Number(length ?? 0))
    if (!isWhole) return
    this.#parts = []
    const done = this.#done
    this.#done = null
    done?.({
      status,
      head,
      body: status === 200 ? all.toString('latin1', end + 4) : all.toString('utf8', end + 4),
    })
  }
}

const lastChunk = Buffer.from('0\r\n\r\n')
