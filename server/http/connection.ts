import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { newRequestId } from '../base/services.ts'
import { problem, problemBody } from '../base/problem.ts'

/** How long a client may take, in ms. */
export interface Timeouts {
  /** for the head of a request */
  head: number
  /** for all of it: a picture of 5 MiB takes a phone at 400 kbit/s 105 s */
  request: number
  /** without a byte in either direction; event streams say something every 25 s */
  silence: number
  /** how often it is looked at */
  check: number
  /** for a request that is on its way when the server stops: all of it ends within 5 s, also on a busy machine */
  stop: number
}

export const timeouts: Timeouts = {
  head: 20_000,
  request: 180_000,
  silence: 90_000,
  check: 5_000,
  stop: 3_000,
}

/** Node's part of the server: how long it waits, and what it says where there is no request to answer. */
export function connectionOptions(
  headers: Record<string, string>,
  { head, request, silence, check }: Timeouts,
) {
  return {
    requestTimeout: request,
    connectionTimeout: silence,
    http: {
      headersTimeout: head,
      requestTimeout: request,
      connectionsCheckingInterval: check,
      // Without a Host we refuse it ourselves: Node's own refusal has no headers.
      requireHostHeader: false,
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket, headers),
  }
}

/**
 * Nobody keeps the server from stopping. Node would wait for each connection that has not had an answer yet, and
 * browsers open some to have them at hand, without a word.
 */
export function endConnections(app: FastifyInstance, { stop }: Pick<Timeouts, 'stop'>): void {
  const { server } = app
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }) => silent.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy()
    if (!server.listening) return
    const late = setTimeout(() => server.closeAllConnections(), stop)
    server.once('close', () => clearTimeout(late))
  })
}

/** Whoever expects more than to go on is told so with our headers, and not by Node without them. */
export function refuseExpectations(app: FastifyInstance, headers: Record<string, string>): void {
  app.server.on('checkExpectation', (_request, response) => {
    const { head, body } = plainProblem(417, headers)
    response.writeHead(417, head).end(body)
  })
}

const statuses: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

function refuse(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  // In the middle of an answer, as in an event stream, there is no place for another one.
  const { _httpMessage: begun } = socket as { _httpMessage?: { headersSent: boolean } | null }
  if (error.code === 'ECONNRESET' || !socket.writable || begun?.headersSent) {
    socket.destroy()
    return
  }
  const status = statuses[error.code ?? ''] ?? 400
  const { head, body } = plainProblem(status, headers)
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
}

function plainProblem(status: number, headers: Record<string, string>) {
  const id = newRequestId()
  const known = problemBody(problem(status === 413 ? 'tooLarge' : 'invalidRequest'), id)
  const body = JSON.stringify({ ...known, status })
  const head = {
    ...headers,
    'cache-control': 'no-store',
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    'content-type': 'application/problem+json; charset=utf-8',
    'x-request-id': id,
  }
  return { head, body }
}
