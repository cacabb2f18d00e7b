import type { FastifyReply, FastifyRequest } from 'fastify'

export type Encoding = 'identity' | 'br'

/** The encoding that the caller takes; null where it does not ask in one of the usual ways: then the plugin decides. */
export function encodingFor({ headers }: FastifyRequest): Encoding | null {
  const { 'accept-encoding': accepted } = headers
  if (accepted === undefined || accepted === 'identity') return 'identity'
  if (typeof accepted !== 'string' || accepted.includes(';') || accepted.includes('*')) return null
  return /\bbr\b/i.test(accepted) ? 'br' : null
}

/** Whether the caller names this tag: it has the answer already. */
export function isKnownTag({ headers }: FastifyRequest, tag: string): boolean {
  const named = headers['if-none-match']
  if (named === undefined) return false
  if (named === tag) return true
  const known = named.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(tag) || known.includes('*')
}

/**
 * Writes a whole answer past Fastify: its way of sending one takes longer than the database takes to say that the answer
 * still holds. `headers` are all of them, names and values in turn.
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
