import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Answer } from '../../core/contract/api.ts'
import { type Exchanged, type Format, fileTypes, NotReadable } from '../../core/exchange/exchange.ts'
import { exchangedProduct } from '../../core/exchange/json.ts'
import { type GivenFile, mostBytes, readFiles } from '../../core/exchange/read.ts'
import { fileNameOf, writeList } from '../../core/exchange/write.ts'
import { bareLetters } from '../../core/text/normalise.ts'
import type { SessionUser } from '../auth/session.ts'
import { problem } from '../base/problem.ts'
import { answers, refuseReusedKey, writes } from '../http/route.ts'
import { bucket, byNetwork } from '../limits/throttle.ts'
import { createQueue, createQueuesBy } from '../limits/queue.ts'
import { accessList } from '../lists/store/access.ts'
import { wholeList, withTicks } from '../lists/store/list-queries.ts'
import { inTurns } from '../base/turns.ts'
import type { Services } from '../services/services.ts'
import { foundIn, importAll } from './import.ts'

/** Bytes of a file from an account that nobody has checked. */
const untilActivated = 1 << 20
const minute = 60_000

/** A file is kept in memory while it comes and is stored: of each account one, of each site two, and 32 in all. */
const importsOf = createQueuesBy(1, 0)
const importsAt = createQueuesBy(2, 0)
const kept = createQueue(32, 0)
/** Four are read and stored at a time; none of them waits for bytes that do not come. */
const imports = createQueue(4, 28)
/** A file must come within this time, in ms, and for each KiB in it. */
const inTimeMs = { always: 20_000, perKiB: 10 }

declare module 'fastify' {
  interface FastifyRequest {
    /** the body that is not read yet */
    file: Readable | null
    /** what was made of it */
    imported: Answer<'importFile'> | null
  }
}

/** Serves lists as files, and makes lists of files. */
export async function exchangeRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db, now } = services

  answers(app, services, 'exportList', async ({ user, params, query, reply }) => {
    const { format = 'json' } = query
    const whole = await wholeList(
      db,
      user,
      () => accessList(db, params.id, user.id, 'see', 'read'),
      withTicks,
    )
    const { listName, date, listStatus, currency, products = [] } = whole
    const list = { listName, date, listStatus, currency, products: products.map(exchangedProduct) }
    const ids = products.map(({ id }) => id)
    const text = await inTurns(writeList(list, format, { language: user.language, at: now(), ids }))
    return reply
      .header('cache-control', 'private, no-cache')
      .header('content-disposition', attachment(listName, format))
      .type(`${fileTypes[format].type}; charset=utf-8`)
      .send(text)
  })

  await app.register(async (scope) => {
    scope.decorateRequest('file', null)
    scope.decorateRequest('imported', null)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (request, payload, done) => {
      request.file = payload
      done(null, undefined)
    })
    // Everything but the answer is done here, list by list: in one transaction it would hold up all other writers.
    scope.addHook('preHandler', async (request) => {
      const { user } = request
      if (!user) return
      services.throttleHere.count([
        bucket(`import ${user.id}`, 10, minute),
        ...(user.status === 'A' ? [] : byNetwork('import', request.ip, 10, minute)),
      ])
      await importsOf(user.id, () =>
        importsAt(user.site, () =>
          kept(async () => {
            const bytes = await readBytes(request, user.status === 'A' ? mostBytes : untilActivated)
            await imports(() => take(request, user, bytes))
          }),
        ),
      )
    })
    const take = async (request: FastifyRequest, user: SessionUser, bytes: Uint8Array) => {
      const {
        dryRun,
        format,
        name = '',
      } = request.query as { dryRun?: string; format?: Format; name?: string }
      const hash = createHash('sha256').update(bytes).digest('base64url')
      // The hash identifies the request when an idempotency key is repeated.
      request.body = { file: hash }
      await refuseReusedKey(services, request)
      const found = await read({ name, bytes }, { language: user.language, format })
      if (dryRun === 'true' || dryRun === '1') request.imported = foundIn(found)
      else request.imported = { lists: await importAll(services, request, user, found) }
    }

    writes(scope, services, 'importFile', async (_trx, { request }) => {
      const answer = request.imported ?? { lists: [] }
      return 'found' in request ? { answer } : { answer, ...('templates' in answer && { status: 200 }) }
    })
  })
}

async function read(file: GivenFile, options: Parameters<typeof readFiles>[1]): Promise<Exchanged> {
  try {
    return await inTurns(readFiles([file], options))
  } catch (error) {
    if (error instanceof NotReadable) throw problem(error.why === 'fileTooLarge' ? 'tooLarge' : error.why)
    throw error
  }
}

async function readBytes({ file, headers }: FastifyRequest, most: number): Promise<Uint8Array> {
  if (Number(headers['content-length'] ?? 0) > most) throw problem('tooLarge')
  const parts: Buffer[] = []
  let size = 0
  const tooSlow = setTimeout(
    () => file?.destroy(problem('unavailable')),
    inTimeMs.always + (inTimeMs.perKiB * most) / 1_024,
  )
  try {
    for await (const part of file ?? []) {
      const bytes = part as Buffer
      size += bytes.length
      if (size > most) throw problem('tooLarge')
      parts.push(bytes)
    }
  } finally {
    clearTimeout(tooSlow)
  }
  return Buffer.concat(parts)
}

/** Names the file, also for browsers that read only ASCII (RFC 6266). */
function attachment(listName: string, format: Format): string {
  const name = fileNameOf(listName, format)
  const plain = bareLetters(name).replace(/[^ -~]|["\\]/gu, '')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/gu, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`
}
