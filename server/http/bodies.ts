import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { problem } from '../base/problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** what unpacks the body, where it came packed */
    unpacking: Readable | null
  }
}

/** JSON and nothing else, unless a route takes more. */
export function bodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined)
    else void parse(request, body, done)
  })
  // The body is read first, so that its size is judged before its type.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => {
    if (body.length > 0) throw problem('unsupportedMediaType')
    return undefined
  })
}

/**
 * A body over the limit is refused while it is unpacked; but what unpacks it would go on to the end, a second for
 * half a megabyte of zeros. Comes after the plugin that unpacks.
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

/** Longer bodies are not read to their end: a picture from a phone's camera has up to about 12 MB. */
const mostUnread = 16 << 20

/**
 * What is refused before its body was read is answered once the body has arrived, and is thrown away. Otherwise the
 * connection closes while the client still sends, and instead of the answer it finds a broken pipe.
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
  // Whoever unpacked the body has left it where it was.
  raw.unpipe()
  raw.on('data', count)
  raw.resume()
}
