import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'identity' | 'br'

/** Returns the encoding to send; null for an unusual Accept-Encoding, which the compression plugin must handle. */
export function encodingFor({ headers }: FastifyRequest): Encoding | null {
  const { 'accept-encoding': accepted } = headers
  if (accepted === undefined || accepted === 'identity') return 'identity'
  if (typeof accepted !== 'string' || accepted.includes(';') || accepted.includes('*')) return null
  return /\bbr\b/i.test(accepted) ? 'br' : null
}

/** Returns whether the caller's If-None-Match has this tag, so that it has the answer already. */
export function isKnownTag({ headers }: FastifyRequest, tag: string): boolean {
  const named = headers['if-none-match']
  if (named === undefined) return false
  if (named === tag) return true
  const known = named.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag) || known.includes('*')
}

/**
 * Writes an answer directly to the socket, bypassing Fastify: Fastify takes longer to send it than the database takes
 * to confirm that it is still valid. `headers` must be complete: names and values alternate.
 */
export function sendKept(
  reply: FastifyReply,
  status: 200 | 304,
  headers: string[],
  body: Buffer | null,
): void {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(status, headers)
  if (body) raw.end(body)
  else raw.end()
}
