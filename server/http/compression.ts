import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Shorter answers are not compressed, in bytes. */
export const compressFrom = 1_024
/** Answers are lists of similar rows: higher levels take 2× the time or more and save 10% of the size. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }

const packings = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Packing = keyof typeof packings

/** Makes a handler for a text that does not change while the server runs. It is compressed once for each encoding. */
export function createPackedAnswer(text: () => string) {
  const packed: Partial<Record<Packing, Promise<Buffer>>> = {}
  return async (request: FastifyRequest, reply: FastifyReply): Promise<string | Buffer> => {
    reply.header('vary', 'accept-encoding')
    const packing = (['br', 'gzip'] as const).find((one) => takes(request, one))
    if (!packing) return text()
    reply.header('content-encoding', packing)
    return (packed[packing] ??= packings[packing](text()))
  }
}

function takes({ headers }: FastifyRequest, packing: Packing): boolean {
  return String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((part) => {
      const [name = '', ...params] = part.split(';').map((one) => one.trim().toLowerCase())
      return name === packing && !params.some((param) => /^q=0(\.0*)?$/.test(param))
    })
}
