import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../base/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** the stream that decompresses the body, if it is compressed */
    unpacking: Readable | null
  }
}

/** Accepts only JSON bodies, unless a route accepts more. */
export function bodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
  // Reads the body first, so that a wrong size is reported before a wrong type.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw problem('unsupportedMediaType')
    return undefined
  })
}

/**
 * Stops decompressing a body once it is refused. A body over the limit is refused during decompression, but the stream
 * would continue to its end: 1 s for 0.5 MB of zeros. Must be called after the decompression plugin is registered.
 */
export function stopUnpacking(app: FastifyInstance): void {
  app.decorateRequest('unpacking', null)
  app.addHook('onRoute', (route) => {
    const before = route.preParsing ?? []
    route.preParsing = [
      ...(Array.isArray(before) ? before : [before]),
      async (request: FastifyRequest, _reply: unknown, payload: Readable) => {
        if (payload !== request.raw) request.unpacking = payload
      },
    ] as typeof route.preParsing
  })
  app.addHook('onResponse', (request, _reply, done) => {
    request.unpacking?.destroy()
    done()
  })
}

/** Longer bodies are not read to their end, in bytes. A picture from a phone's camera has up to about 12 MB. */
const mostUnread = 16 << 20

/**
 * If a request is refused before its body was read, reads and discards the body before answering. Otherwise the
 * connection closes while the client still sends, and the client sees a broken pipe instead of the answer.
 */
export function readOn(app: FastifyInstance): void {
  app.addHook('onSend', (request, _reply, _payload, done) => {
    const { raw } = request
    const hasBody = 'content-length' in raw.headers || 'transfer-encoding' in raw.headers
    if (!hasBody || raw.readableEnded || raw.destroyed) done()
    else throwAway(raw, done)
  })
}

function throwAway(raw: Readable, done: () => void): void {
  let left = mostUnread
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) end()
  }
  const events = ['end', 'close', 'error']
  const end = () => {
    raw.off('data', count)
    for (const event of events) raw.off(event, end)
    if (left < 0) raw.pause()
    done()
  }
  for (const event of events) raw.on(event, end)
  // The body may still be piped into the decompression stream.
  raw.unpipe()
  raw.on('data', count)
  raw.resume()
}
