import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type ProblemCode, problemStatus } from '../../core/contract/problem-codes.ts'
import { problemTitles } from '../../core/contract/problem-titles.ts'
import type { Session } from '../../device/storage/app-db.ts'
import { OAuthError, ProblemError, Unreachable } from '../../device/failures.ts'
import { api } from '../../core/contract/api.ts'
import { createHttp, openCalls } from '../../device/http.ts'

type Answered = (request: Request) => Response | Promise<Response>

function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const type = status >= 400 ? 'application/problem+json' : 'application/json'
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': type, ...headers } })
}
function refusalBody(code: ProblemCode) {
  const [status, title] = [problemStatus[code], problemTitles[code]]
  return { type: 'about:blank', title, status, code, requestId: 'x' }
}
function refusal(code: ProblemCode, headers?: Record<string, string>): Response {
  return json(refusalBody(code), problemStatus[code], headers)
}

function setUp(answer: Answered, stored: Partial<Session> | null = {}, maintained: (number | null)[] = []) {
  let session: Session | null = stored && {
    userId: 'anna',
    email: 'anna@example.org',
    accessToken: 'old',
    expiresAt: 0,
    remember: true,
    ...stored,
  }
  const requests: Request[] = []
  let turn: Promise<unknown> = Promise.resolve()
  const http = createHttp({
    baseUrl: 'https://lists.example/',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      requests.push(request.clone())
      return answer(request)
    },
    session: {
      get: async () => session,
      put: async (next) => {
        session = next
      },
    },
    now: () => 1_000,
    exclusive: (run) => {
      const next = turn.then(run, run)
      turn = next.catch(() => undefined)
      return next
    },
    maintenance: (retryAfterMs) => void maintained.push(retryAfterMs),
  })
  return { http, requests, session: () => session }
}

const me = {
  id: 'anna',
  email: '',
  city: '',
  imageName: null,
  language: 'en',
  name: '',
  status: 'A',
  surname: '',
}
/** A server that accepts only the token 'new' and issues it for the cookie. */
const renewing: Answered = (request) => {
  if (request.url.endsWith('/oauth/v2/token'))
    return json({ access_token: 'new', token_type: 'bearer', expires_in: 60, user_id: 'anna' })
  return request.headers.get('authorization') === 'Bearer new' ? json(me) : refusal('sessionExpired')
}

describe('OFFLINE-5 what counts as an answer', () => {
  it('OFFLINE-5 a captive portal, a broken proxy and a cut-off answer are no answers', async () => {
    const portal = () =>
      new Response('<html>Sign in to the WLAN</html>', { headers: { 'content-type': 'text/html' } })
    const proxy = () => new Response('Bad gateway', { status: 502, headers: { 'retry-after': '7' } })
    const cut = () => new Response('{"id":"an', { headers: { 'content-type': 'application/json' } })
    const none = () => Promise.reject(new TypeError('Failed to fetch'))
    for (const answer of [portal, proxy, cut, none])
      await expect(setUp(answer).http.call('GET /api/v3/me', {})).rejects.toBeInstanceOf(Unreachable)
    await expect(setUp(proxy).http.call('GET /api/v3/me', {})).rejects.toMatchObject({ retryAfterMs: 7_000 })
  })

  it('OFFLINE-5 an answer that never comes, or begins and never ends, is none', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const silent = ({ signal }: Request) =>
      new Promise<Response>((_, no) => signal.addEventListener('abort', () => no(signal.reason)))
    const unfinished = ({ signal }: Request) => {
      const body = new ReadableStream({
        start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
      })
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    }
    for (const answer of [silent, unfinished])
      for (const timeout of [undefined, 4_500]) {
        const end = vi.fn<(error: unknown) => void>()
        void setUp(answer).http.call('GET /api/v3/me', { timeout }).catch(end)
        await vi.advanceTimersByTimeAsync((timeout ?? 15_000) - 1_000)
        expect(end).not.toHaveBeenCalled()
        await vi.advanceTimersByTimeAsync(1_000)
        expect(end).toHaveBeenCalledExactlyOnceWith(expect.any(Unreachable))
      }
  })

  it('OFFLINE-5 a redirect is refused, since nothing of ours redirects', async () => {
    const { http, requests } = setUp(renewing, { accessToken: 'new' })
    await http.call('GET /api/v3/me', {})
    expect(requests[0]?.redirect).toBe('error')
  })

  it('OFFLINE-6 a problem keeps its code and how long to wait', async () => {
    const { http } = setUp(() => refusal('tooManyRequests', { 'retry-after': '30' }))
    const failed = await http.call('GET /api/v3/me', {}).catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(ProblemError)
    expect(failed).toMatchObject({ problem: { code: 'tooManyRequests' }, retryAfterMs: 30_000 })
  })

  it('ROUTE-6 maintenance is told once for every answer that says so, and nothing else is', async () => {
    const told: (number | null)[] = []
    const maintained = setUp(() => refusal('maintenance', { 'retry-after': '10' }), {}, told)
    await expect(maintained.http.call('GET /api/v3/me', {})).rejects.toBeInstanceOf(ProblemError)
    const busy = setUp(() => refusal('unavailable'), {}, told)
    await expect(busy.http.call('GET /api/v3/me', {})).rejects.toBeInstanceOf(ProblemError)
    expect(told).toEqual([10_000])
  })

  it('PROFILE-3 an upload travels as a form, with a content type of its own', async () => {
    const { http, requests } = setUp(() => json({ imageName: 'a.webp' }, 201), { accessToken: 'new' })
    const form = new FormData()
    form.append('file', new Blob(['x'], { type: 'image/webp' }), 'avatar')
    await http.call('POST /api/v3/uploadFile', { query: { type: 'avatar' }, form })
    expect(requests[0]?.url).toBe('https://lists.example/api/v3/uploadFile?type=avatar')
    expect(requests[0]?.headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/)
  })

  it('OFFLINE-6 fills paths and sends bodies as JSON with the token in the header only', async () => {
    const { http, requests } = setUp(() => json({}), { accessToken: 'new' })
    await http.call('PUT /api/v3/list/:idList/product/:id', {
      params: { idList: 'a b', id: 'c' },
      body: { price: 2 },
    })
    expect(requests[0]?.url).toBe('https://lists.example/api/v3/list/a%20b/product/c')
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer new')
    expect(await requests[0]?.json()).toEqual({ price: 2 })
  })
})

describe('AUTH-8 an expired token', () => {
  it('AUTH-9 with remember me is renewed and the call repeated', async () => {
    const { http, session, requests } = setUp(renewing)
    expect(await http.call('GET /api/v3/me', {})).toMatchObject({ id: 'anna' })
    expect(session()).toMatchObject({ accessToken: 'new', expiresAt: 61_000 })
    expect(requests).toHaveLength(3)
    // The cookie alone does not renew a session.
    expect(await requests[1]?.json()).toMatchObject({ grant_type: 'refresh_token', access_token: 'old' })
  })

  it('AUTH-8 is renewed once, however many calls find it', async () => {
    const { http, requests } = setUp(renewing)
    await Promise.all(Array.from({ length: 10 }, () => http.call('GET /api/v3/me', {})))
    expect(requests.filter((request) => request.url.endsWith('/oauth/v2/token'))).toHaveLength(1)
  })

  it('AUTH-9 without remember me ends the session and keeps the account', async () => {
    const { http, session, requests } = setUp(renewing, { remember: false })
    await expect(http.call('GET /api/v3/me', {})).rejects.toMatchObject({
      problem: { code: 'sessionExpired' },
    })
    expect(session()).toMatchObject({ userId: 'anna', accessToken: null })
    expect(requests).toHaveLength(1)
  })

  it('AUTH-8 a refusal by the token endpoint ends the session, any other failure does not', async () => {
    const answering =
      (token: () => Response): Answered =>
      (request) =>
        request.url.endsWith('/oauth/v2/token') ? token() : refusal('sessionExpired')
    const refused = setUp(answering(() => json({ error: 'invalid_grant' }, 400)))
    await refused.http.call('GET /api/v3/me', {}).catch(() => undefined)
    expect(refused.session()?.accessToken).toBeNull()
    const busy = setUp(answering(() => new Response('', { status: 503 })))
    await busy.http.call('GET /api/v3/me', {}).catch(() => undefined)
    expect(busy.session()?.accessToken).toBe('old')
  })

  it('AUTH-8 AUTH-10 a renewal that failed is told as what it was, never as the end of the session', async () => {
    const failing = setUp((request) =>
      request.url.endsWith('/oauth/v2/token') ? refusal('serverError') : refusal('sessionExpired'),
    )
    await expect(failing.http.call('GET /api/v3/me', {})).rejects.toMatchObject({
      problem: { code: 'serverError' },
    })
    const away = setUp((request) =>
      request.url.endsWith('/oauth/v2/token')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : refusal('sessionExpired'),
    )
    await expect(away.http.call('GET /api/v3/me', {})).rejects.toBeInstanceOf(Unreachable)
    expect([failing.session()?.accessToken, away.session()?.accessToken]).toEqual(['old', 'old'])
  })

  it('PROFILE-8 a session that its person ended is noted as such, whatever told it and whether it was remembered', async () => {
    const told = { ...refusalBody('sessionExpired'), signedOut: true }
    const ended = (request: Request) =>
      request.url.endsWith('/oauth/v2/token')
        ? json({ error: 'invalid_grant', error_description: 'over', signedOut: true }, 400)
        : json(told, 401)
    for (const remember of [true, false]) {
      const { http, session, requests } = setUp(ended, { remember })
      await expect(http.call('GET /api/v3/me', {})).rejects.toMatchObject({
        problem: { code: 'sessionExpired' },
      })
      expect(session()).toMatchObject({ userId: 'anna', accessToken: null, signedOut: true })
      // There is nothing to renew.
      expect(requests).toHaveLength(1)
    }
    // The drain calls once, and asks for another token then.
    const drained = setUp(ended, { remember: false })
    const push = {
      params: { id: 'a' },
      body: { v: 1, client: 'c', request: 'r', cursor: 0, ops: [] as [] },
    }
    await expect(drained.http.once('POST /api/v3/list/:id/sync', push)).rejects.toBeInstanceOf(ProblemError)
    expect(await drained.http.refresh('old')).toBe('no')
    expect(drained.session()).toMatchObject({ accessToken: null, signedOut: true })
    // The stream of news reads its answers itself.
    const streamed = setUp(ended, { remember: false })
    streamed.http.noteRefusal('old', told)
    expect(await streamed.http.refresh('old')).toBe('no')
    expect(streamed.session()).toMatchObject({ accessToken: null, signedOut: true })
    // The cookie is there, and the access token was not refused by a call.
    const renewed = setUp(ended)
    expect(await renewed.http.refresh('old')).toBe('no')
    expect(renewed.session()).toMatchObject({ accessToken: null, signedOut: true })
  })

  it('AUTH-8 AUTH-9 PROFILE-8 a session that expired is not noted as ended by its person, nor one whose token is another', async () => {
    const expired = (request: Request) =>
      request.url.endsWith('/oauth/v2/token')
        ? json({ error: 'invalid_grant' }, 400)
        : refusal('sessionExpired')
    for (const remember of [true, false]) {
      const { http, session } = setUp(expired, { remember })
      await http.call('GET /api/v3/me', {}).catch(() => undefined)
      expect(session()).toMatchObject({ accessToken: null })
      expect(session()).not.toHaveProperty('signedOut')
    }
    // A late answer about the session of before the log-in.
    const { http, session } = setUp(expired, { accessToken: 'newer', remember: false })
    http.noteRefusal('old', { ...refusalBody('sessionExpired'), signedOut: true })
    await http.call('GET /api/v3/me', {}).catch(() => undefined)
    expect(session()).not.toHaveProperty('signedOut')
  })

  it('AUTH-9 once the session was ended, nothing more is sent with its token, nor without one', async () => {
    const { http, session, requests } = setUp((request) =>
      request.url.endsWith('/oauth/v2/token')
        ? json({ error: 'invalid_grant' }, 400)
        : request.url.endsWith('/registration')
          ? json({ registration: 'open' })
          : refusal('sessionExpired'),
    )
    await http.call('GET /api/v3/me', {}).catch(() => undefined)
    expect([requests.length, session()?.accessToken]).toEqual([2, null])
    const push = {
      params: { id: 'a' },
      body: { v: 1, client: 'c', request: 'r', cursor: 0, ops: [] as [] },
    }
    const late = [
      http.call('GET /api/v3/lists', {}),
      http.call('PUT /api/v3/me/update_profile', { body: {} }),
      // read the token before the session ended
      http.once('POST /api/v3/list/:id/sync', push, 'old'),
    ]
    for (const one of late) await expect(one).rejects.toMatchObject({ problem: { code: 'sessionExpired' } })
    expect(requests).toHaveLength(2)
    // The stream of news sends its requests itself, and asks first.
    expect([http.isRefused('old'), http.isRefused('newer')]).toEqual([true, false])
    // What needs no session still works.
    expect(await http.call('GET /api/v3/registration', {})).toEqual({ registration: 'open' })
  })

  it('AUTH-9 the device knows which calls of the contract work without a session', () => {
    const calls = Object.values(api).filter(({ path }) => /^\/(api|oauth)\//.test(path))
    for (const { method, path, session } of calls)
      expect([method, path, openCalls.test(`${method} ${path}`)]).toEqual([method, path, session !== true])
  })

  it('AUTH-8 a refused token is not sent again while it is being replaced, nor when that failed', async () => {
    let isAway = true
    const { http, requests } = setUp((request) => {
      if (request.url.endsWith('/oauth/v2/token') && isAway) return new Response('', { status: 503 })
      return renewing(request)
    })
    const sent = () => requests.filter(({ headers }) => headers.get('authorization') === 'Bearer old').length
    await expect(http.call('GET /api/v3/me', {})).rejects.toBeInstanceOf(Unreachable)
    await expect(http.call('GET /api/v3/me', {})).rejects.toBeInstanceOf(Unreachable)
    expect(sent()).toBe(1)
    isAway = false
    expect(await http.call('GET /api/v3/me', {})).toMatchObject({ id: 'anna' })
    expect(sent()).toBe(1)
  })

  it('OFFLINE-6 a renewed token of another account is not taken', async () => {
    const { http, session } = setUp((request) =>
      request.url.endsWith('/oauth/v2/token')
        ? json({ access_token: 'new', token_type: 'bearer', expires_in: 60, user_id: 'ben' })
        : refusal('sessionExpired'),
    )
    await http.call('GET /api/v3/me', {}).catch(() => undefined)
    expect(session()).toMatchObject({ userId: 'anna', accessToken: null })
  })

  it('AUTH-2 a wrong pair is an OAuth refusal', async () => {
    const { http } = setUp(() => json({ error: 'invalid_grant' }, 400), null)
    const body = { grant_type: 'password', username: 'a', password: 'b' }
    await expect(http.call('POST /oauth/v2/token', { body })).rejects.toBeInstanceOf(OAuthError)
  })
})

describe('OFFLINE-6 what travels is small', () => {
  it('OFFLINE-6 a long body is packed, a short one is not', async () => {
    const { http, requests } = setUp(() => json({}))
    const ops = Array.from(
      { length: 200 },
      (_, seq) => ({ op: 'delete', seq, opId: `o${seq}`, rowId: 'p' }) as const,
    )
    for (const some of [ops, ops.slice(0, 1)])
      await http.once('POST /api/v3/list/:id/sync', {
        params: { id: 'a' },
        body: { v: 1, client: 'c', request: 'r', cursor: 0, ops: some },
      })
    const [long, short] = requests
    expect(long!.headers.get('content-encoding')).toBe('gzip')
    const packed = await long!.arrayBuffer()
    expect(packed.byteLength).toBeLessThan(4_000)
    const text = await new Response(
      new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip')),
    ).text()
    expect(JSON.parse(text)).toMatchObject({ ops })
    expect(short!.headers.get('content-encoding')).toBeNull()
    expect(await short!.json()).toMatchObject({ ops: ops.slice(0, 1) })
    for (const { headers } of requests) expect(headers.get('content-type')).toBe('application/json')
  })

  it('OFFLINE-6 a body that was packed ahead is sent as it was then, with the token of the call', async () => {
    const { http, requests } = setUp(() => json({}))
    const body = { v: 1, client: 'c', request: 'r', cursor: 0, ops: [] as [] }
    http.prepare(body)
    Object.assign(body, { client: 'later' })
    await http.once('POST /api/v3/list/:id/sync', { params: { id: 'a' }, body }, 'its own')
    expect(await requests[0]!.json()).toMatchObject({ client: 'c' })
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer its own')
  })

  it('OFFLINE-8 an answer that did not change is not sent again', async () => {
    const lists = { items: [], total: 0 }
    const { http, requests } = setUp((request) =>
      request.headers.get('if-none-match') === '"a"'
        ? new Response(null, { status: 304 })
        : json(lists, 200, { etag: '"a"' }),
    )
    const kept = new Map()
    const look = (page: string) => http.call('GET /api/v3/lists', { query: { page }, kept })
    expect(await look('1')).toEqual(lists)
    expect(await look('1')).toEqual(lists)
    expect(await look('2')).toEqual(lists)
    expect(requests.map((request) => request.headers.get('if-none-match'))).toEqual([null, '"a"', null])
  })
})
