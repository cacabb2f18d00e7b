import { createHash } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAvatar, replaceAvatar } from './avatars.ts'
import type { SessionUser } from '../auth/session.ts'
import { secret } from '../db/codes.ts'
import type { Services } from '../services/services.ts'
import { invalid, problem, ProblemError } from '../base/problem.ts'
import { createQueuesBy, createQueue } from '../limits/queue.ts'
import { isKnownTag, writes } from '../http/route.ts'

const mostBytes = 5 << 20
/** An upload is kept in memory, so an account may have 3 at once; more are refused before they are read. */
const uploadsOf = createQueuesBy(3, 0)
/** The limit for all accounts of one site together. */
const uploadsAt = createQueuesBy(12, 0)

declare module 'fastify' {
  interface FastifyRequest {
    /** the uploaded picture, re-encoded */
    picture: Buffer | null
  }
}

/** Serves avatars: upload, removal, and download for everybody who knows the name. */
export async function fileRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services
  app.decorateRequest('picture', null)

  app.get('/uploads/avatars/:imageName', async (request, reply) => {
    const { imageName } = request.params as { imageName: string }
    const picture = await readAvatar(db, imageName)
    if (!picture) throw problem('notFound')
    // A name never gets other bytes.
    const tag = `"${imageName}"`
    reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', tag)
    if (isKnownTag(request, tag)) return reply.code(304).send()
    return reply.type('image/webp').send(picture)
  })

  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: mostBytes, files: 2, fields: 5, fieldSize: 1_000 },
    })
    scope.addHook('preValidation', async (request) => {
      if (request.method !== 'POST') return
      if (!request.isMultipart()) throw problem('unsupportedMediaType')
    })
    // The file is read and re-encoded before the transaction, so as not to prolong it.
    scope.addHook('preHandler', async (request) => {
      const { user } = request
      if (request.method !== 'POST' || !user) return
      await uploadsOf(user.id, () => uploadsAt(user.site, () => take(request, user)))
    })
    const take = async (request: FastifyRequest, user: SessionUser) => {
      const file = await onlyFile(request).catch((error: Error & { statusCode?: number }) => {
        // The multipart parser's errors have no status; the request is at fault.
        throw error instanceof ProblemError || error.statusCode ? error : problem('invalidRequest')
      })
      request.picture = await avatarOf(file, user)
      // The hash identifies the request when an idempotency key is repeated.
      request.body = { file: createHash('sha256').update(file).digest('base64url') }
    }

    for (const call of ['uploadFile', 'uploadAvatar'] as const)
      writes(scope, services, call, async (trx, { user, request }) => {
        const imageName = `${secret(services)}.webp`
        if (!request.picture) throw problem('unsupportedImage')
        await replaceAvatar(trx, user.id, { name: imageName, bytes: request.picture, at: now() })
        return { answer: { imageName } }
      })

    writes(scope, services, 'deleteFile', async (trx, { user }) => {
      await replaceAvatar(trx, user.id, null)
      return { answer: {} }
    })
  })
}

/** Reads the whole form and refuses anything but one file in the field `file`. */
async function onlyFile(request: FastifyRequest): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes + (64 << 10)) throw problem('tooLarge')
  let file: Buffer | undefined
  const wrong: Record<string, string> = {}
  for await (const part of request.parts()) {
    if (part.type !== 'file') wrong[part.fieldname] = 'unknownField'
    else {
      const bytes = await wholeFile(part)
      if (part.fieldname !== 'file') wrong[part.fieldname] = 'unknownField'
      else if (file) wrong['file'] = 'outOfRange'
      else file = bytes
    }
  }
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
  if (!file) throw invalid({ file: 'required' })
  return file
}

async function wholeFile(part: MultipartFile): Promise<Buffer> {
  const bytes = await part.toBuffer()
  // At the size limit the stream ends without an error.
  if (part.file.truncated) throw problem('tooLarge')
  return bytes
}

const size = 256
const pixels = 40e6
const seconds = 10

/** Loads sharp with the first picture: it takes memory and time, and most server runs have no picture. */
const library = async () => {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  // All other formats that the library can read (SVG, PDF, TIFF …) are blocked in the whole process.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  return sharp
}
let loaded: ReturnType<typeof library> | undefined

const inTurn = createQueue(2, 20)
/** An account and a site may each use only 1 of the 2 places, so that many pictures do not delay others. */
const inTurnOf = createQueuesBy(1, 2)
const inTurnAt = createQueuesBy(1, 8)

/** Re-encodes the pixels as a square WebP; nothing else of the file is kept. Throws unsupportedImage. */
async function avatarOf(file: Buffer, caller: { id: string; site: string }): Promise<Buffer> {
  if (!isPicture(file)) throw problem('unsupportedImage')
  const sharp = await (loaded ??= library())
  const encode = () =>
    sharp(file, { limitInputPixels: pixels, failOn: 'error' })
      // Must be first: the orientation is in the metadata, which is dropped afterwards.
      .rotate()
      .resize(size, size, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds })
      .toBuffer()
      .catch(() => {
        throw problem('unsupportedImage')
      })
  return inTurnOf(caller.id, () => inTurnAt(caller.site, () => inTurn(encode)))
}

/** Returns whether the first bytes are those of JPEG, PNG or WebP; file names and declared types are not trusted. */
function isPicture(file: Buffer): boolean {
  const starts = (hex: string) => file.subarray(0, hex.length / 2).toString('hex') === hex
  const isWebp = starts('52494646') && file.toString('latin1', 8, 12) === 'WEBP'
  return isWebp || starts('ffd8ff') || starts('89504e470d0a1a0a')
}
