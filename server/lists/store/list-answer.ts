import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { displayName } from '../../../core/text/person-name.ts'
import { brotliOptions, compressFrom } from '../../http/compression.ts'
import { safeHeaders } from '../../base/headers.ts'
import { encodingFor, isKnownTag, sendKept } from '../../http/kept-answer.ts'
import { Json } from '../../http/route.ts'
import type { Services } from '../../base/services.ts'
import { createKeptLists, type Kept, mostKept } from './kept-lists.ts'
import type { MadeList } from './list-queries.ts'
import { createAskState, type ShownState, type State } from './list-state.ts'

const compress = promisify(brotliCompress)

/** The account and session of a call's access token. */
interface Caller {
  account: string
  session: string
  madeAt: number
}

/**
 * Answers reads of unchanged lists from a cache. One statement tells whether the session is active, whether its account
 * may see the list, and the state of list and names. If that is the state of a cached answer, the cached answer is
 * sent. All other requests take the usual route, whose answer is cached.
 */
export function createListAnswers(services: Services) {
  const kept = createKeptLists(services.now)
  const { ask, version } = createAskState(services.db)
  const safe = Object.entries(safeHeaders(services.config)).flat()
  /** the caller for whom a cached answer was last found valid, and the database version at that time */
  const heldFor = new WeakMap<Kept, Caller & { version: number | null }>()

  const send = (request: FastifyRequest, reply: FastifyReply, { account }: Caller, one: Kept): boolean => {
    const { current, ttl, most } = services.countCall(account)
    // Over the rate limit: the usual route refuses it.
    if (current > most) return false
    const headers = [...safe, 'x-request-id', request.id, 'cache-control', 'private, no-cache']
    headers.push('x-ratelimit-limit', String(most), 'x-ratelimit-remaining', String(most - current))
    headers.push('x-ratelimit-reset', String(Math.ceil(ttl / 1_000)), 'etag', one.tag)
    if (isKnownTag(request, one.tag) || !one.body) {
      sendKept(reply, 304, headers, null)
      return true
    }
    headers.push('content-type', 'application/json; charset=utf-8', 'content-length', String(one.body.length))
    if (one.encoding === 'br') headers.push('vary', 'accept-encoding', 'content-encoding', 'br')
    sendKept(reply, 200, headers, one.body)
    return true
  }

  /** Compresses a cached answer and caches the result. */
  const packed = async ({ account }: Caller, list: string, one: Kept): Promise<Kept> => {
    if (!one.body) return one
    const all: Kept = { ...one, encoding: 'br', body: await compress(one.body, brotliOptions) }
    kept.put(account, list, all)
    return all
  }

  const answer = async (request: FastifyRequest, reply: FastifyReply, caller: Caller, one: Kept) => {
    const { id: list } = request.params as { id: string }
    const asOf = version()
    const { account, session, madeAt } = caller
    const asked = ask({ session, madeAt, list, people: one.people })
    const state = asked instanceof Promise ? await asked : asked
    if (state === null || state.reader !== account) return false
    if (stateOf(state) !== one.state) {
      kept.drop(account, list)
      return false
    }
    const fit = wanted(request, one) === 'packed' ? await packed(caller, list, one) : one
    heldFor.set(fit, { ...caller, version: asOf })
    // Nothing is sent if the client has disconnected meanwhile.
    return reply.raw.destroyed || send(request, reply, caller, fit)
  }

  const callerOf = ({ headers }: FastifyRequest) =>
    services.knownTokens.get(headers.authorization, services.now())

  return {
    kept,

    /** Answers from the cache if possible. Returns false if the usual route must answer. */
    ahead(request: FastifyRequest, reply: FastifyReply): boolean | Promise<boolean> {
      const { headers } = request
      const caller = callerOf(request)
      // The usual route refuses a GET with a body, and closes connections while the server is stopping.
      const isUsual = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
      if (!caller || isUsual || services.draining.now) return false
      const one = kept.get(caller.account, (request.params as { id: string }).id)
      if (!one || wanted(request, one) === 'other') return false
      const held = heldFor.get(one)
      const isHeld =
        held !== undefined &&
        held.version !== null &&
        held.version === version() &&
        held.session === caller.session &&
        held.madeAt === caller.madeAt
      if (isHeld && wanted(request, one) === 'this') return send(request, reply, caller, one)
      return answer(request, reply, caller, one)
    },

    /** Makes an answer for the usual route, and caches it if the list has not changed while it was made. */
    async made(request: FastifyRequest, make: () => Promise<MadeList>): Promise<Json> {
      const whole = await make()
      const json = new Json(whole.answer)
      const caller = callerOf(request)
      if (!caller || json.text.length > mostKept) return json
      const { account, session, madeAt } = caller
      const { id: list } = whole.as
      if (!kept.hasRoom(account, list, json.tag)) return json
      const people = JSON.stringify([...whole.named.keys()])
      const state = await ask({ session, madeAt, list, people })
      if (state?.reader === account && isShown(state, whole)) {
        const body = Buffer.from(json.text)
        kept.put(account, list, { state: stateOf(state), people, tag: json.tag, encoding: 'identity', body })
      }
      return json
    },
  }
}

/**
 * Returns what the caller accepts: the cached bytes, those compressed first, or something only the usual route makes.
 */
function wanted(request: FastifyRequest, { tag, encoding, body }: Kept): 'this' | 'packed' | 'other' {
  if (isKnownTag(request, tag)) return 'this'
  const takes = encodingFor(request)
  if (takes === null || body === null) return 'other'
  if (encoding === 'br') return takes === 'br' ? 'this' : 'other'
  return takes === 'br' && body.length >= compressFrom ? 'packed' : 'this'
}

const stateOf = ({ list, names }: State) => `${list}${names}`

/**
 * Returns whether the answer shows this state, which was read after the answer was made. Compares everything that may
 * have changed in between.
 */
function isShown(state: State, { answer, as, named }: MadeList): boolean {
  const shown = JSON.parse(state.list) as ShownState
  const [epoch, head, name, status, hash, , , , createdAt, currency, endsAt, owner, permission, members] =
    shown
  const people = JSON.parse(state.names ?? '[]') as (string | null)[][]
  const areNamedSo = people.every(([id, first, surname, email]) => {
    const now = displayName({ name: first ?? '', surname: surname ?? '', email: email ?? '' })
    return named.get(id ?? '') === now
  })
  return (
    areNamedSo &&
    as.epoch === epoch &&
    as.head === head &&
    as.name === name &&
    as.status === status &&
    as.hash === hash &&
    as.created_at === createdAt &&
    as.currency === currency &&
    as.ends_at === endsAt &&
    as.owner_id === owner &&
    as.role === (owner === state.reader ? 'owner' : permission) &&
    answer.sharedWith === members &&
    (!answer.owner || people.some(([id, , , email]) => id === owner && email === answer.owner?.email))
  )
}
