import { createHash } from 'node:crypto'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readAvatar, replaceAvatar } from './avatars.ts'
import type { SessionUser } from '../auth/session.ts'
import { secret } from '../db/codes.ts'
import type { Services } from '../services/services.ts'
import { avatarOf } from './picture.ts'
import { invalid, problem, ProblemError } from '../base/problem.ts'
import { createQueuesBy } from '../limits/queue.ts'
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
