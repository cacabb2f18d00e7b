import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { newRequestId } from '../services/services.ts'
import { problem, problemBody } from '../base/problem.ts'

/** How long a client may take, in ms. */
export interface Timeouts {
  /** for the head of a request */
  head: number
  /** for a whole request: a picture of 5 MiB takes 105 s at 400 kbit/s */
  request: number
  /** without a byte in either direction; event streams send something every 25 s */
  silence: number
  /** the interval of these checks */
  check: number
  /** for in-flight requests when the server stops; so the whole stop takes at most 5 s, also on a busy machine */
  stop: number
}

export const timeouts: Timeouts = {
  head: 20_000,
  request: 180_000,
  silence: 90_000,
  check: 5_000,
  stop: 3_000,
}

/** Returns the options of Node's HTTP server: its timeouts, and its answer to what is not a valid request. */
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
      // A request without Host is refused in app.ts instead: Node's own refusal lacks our headers.
      requireHostHeader: false,
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => refuse(error, socket, headers),
  }
}

/**
 * Ends connections when the server stops, so that no client can delay that. Node would wait for each connection without
 * an answer yet, and browsers open spare connections without sending anything.
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

/** Refuses an Expect header other than 100-continue with our headers; Node's own refusal lacks them. */
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
  // Another answer cannot begin in the middle of one, such as in an event stream.
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
