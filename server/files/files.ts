import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { avatarName, avatarPath, removeAvatar, storeAvatar, sweepAvatars } from './avatars.ts'
import type { SessionUser } from '../auth/session.ts'
import type { Trx } from '../db/open.ts'
import { secret } from '../db/codes.ts'
import type { Services } from '../base/services.ts'
import { avatarOf } from './picture.ts'
import { asProblem, invalid, problem, ProblemError } from '../base/problem.ts'
import { createQueuesBy } from '../base/queue.ts'
import { writes } from '../http/route.ts'

const mostBytes = 5 << 20
const day = 86_400_000
/** An upload is kept in memory, so an account may have 3 at once; more are refused before they are read. */
const uploadsOf = createQueuesBy(3, 0)
/** The limit for all accounts of one site together. */
const uploadsAt = createQueuesBy(12, 0)

declare module 'fastify' {
  interface FastifyRequest {
    /** the uploaded picture, re-encoded */
    picture: Buffer | null
    /** the previous avatar's file, no longer used once this request is committed */
    replaced: string
    /** the new avatar's file */
    stored: string
  }
}

/** Serves avatars: upload, removal, and download for everybody who knows the file name. */
export async function fileRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { config, db, now } = services
  const { dataDir } = config
  app.decorateRequest('picture', null)
  app.decorateRequest('replaced', '')
  app.decorateRequest('stored', '')

  app.get('/uploads/avatars/:imageName', async (request, reply) => {
    const { imageName } = request.params as { imageName: string }
    const picture = avatarName.test(imageName) && (await readIfThere(avatarPath(dataDir, imageName)))
    if (!picture) throw problem('notFound')
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('image/webp')
      .send(picture)
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
    // Runs after the commit and before the response. A file that cannot be removed now is swept later.
    scope.addHook('onSend', async (request, reply) => {
      if (!request.replaced || reply.statusCode >= 300) return
      await removeAvatar(dataDir, request.replaced).catch((error: unknown) => request.log.error(error))
    })
    // With a full disk nothing was committed. After other errors it may have been, so the file is left to be swept.
    scope.addHook('onError', async (request, _reply, error) => {
      if (!request.stored || asProblem(error).code !== 'storageFull') return
      await removeAvatar(dataDir, request.stored).catch((failed: unknown) => request.log.error(failed))
    })

    for (const call of ['uploadFile', 'uploadAvatar'] as const)
      writes(scope, services, call, async (trx, { user, request }) => {
        const imageName = `${secret(services)}.webp`
        if (!request.picture) throw problem('unsupportedImage')
        await storeAvatar(dataDir, imageName, request.picture)
        request.stored = imageName
        request.replaced = await nameAvatar(trx, user.id, imageName)
        return { answer: { imageName } }
      })

    writes(scope, services, 'deleteFile', async (trx, { user, request }) => {
      request.replaced = await nameAvatar(trx, user.id, '')
      return { answer: {} }
    })
  })

  const sweep = () =>
    void sweepAvatars(db, dataDir, now()).catch((error: unknown) => app.log.error(error, 'sweeping failed'))
  const timer = setInterval(sweep, day)
  timer.unref()
  app.addHook('onListen', async () => sweep())
  app.addHook('onClose', async () => clearInterval(timer))
}

/** Stores the avatar's file name. Returns the previous one, '' for none. */
async function nameAvatar(trx: Trx, accountId: string, name: string): Promise<string> {
  const { image_name: before } = await trx
    .selectFrom('account')
    .select('image_name')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  await trx.updateTable('account').set({ image_name: name }).where('id', '=', accountId).execute()
  return before
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

function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
