import { fields, productFields } from '../../../core/product/table.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { api, type CallName } from '../../../core/contract/api.ts'
import { limits } from '../../../core/product/entities.ts'
import { parseText } from '../../../core/text/normalise.ts'
import type { Call } from '../../../core/contract/schemas.ts'
import { misfit } from '../../support/contract.ts'
import { type Example, examples, newWorld, urlOf, type World } from '../../support/requests.ts'
import { testServer, type TestServer, webClient } from '../../support/server.ts'

const runs = process.env['NIGHTLY'] ? 10_000 : 1_000
const seed = 20_261_121

interface Sent {
  url: string
  payload?: string
  headers: Record<string, string>
}
/** The random values of one run; each way to spoil a request uses the ones it needs. */
interface Chance {
  pick: number
  text: string
  json: unknown
}
/** Null: this request cannot be spoiled in this way. */
type Spoil = (example: Example, world: World, chance: Chance) => Sent | null

interface Property {
  type?: string
  enum?: unknown[]
  const?: unknown
}
interface BodySchema {
  properties?: Record<string, Property>
  required?: string[]
  additionalProperties?: boolean
  minProperties?: number
}

const texts = new Set<string>([
  ...fields.filter((field) => productFields[field].kind === 'text'),
  '_list_name',
  'templateName',
  'description',
  'category_name',
  'name',
])
const wrongOf: Record<string, unknown[]> = {
  string: [5, true, null, {}, [], ['x']],
  number: ['1', '', null, true, {}, [1]],
  integer: ['1', null, 1.5, {}, []],
  boolean: ['true', 1, 0, null, {}],
  array: ['x', {}, 5, null],
}
const badNumbers: Record<string, string[]> = {
  price: ['-1000000', '1000000', '0.001', '1e999', '-1e999', '1e-9'],
  quantity: ['0', '-5', '100000', '1.005', '1e999'],
}
/** A text whose normalisation takes quadratic time. */
const marks = (count: number) => `a${'\u0300'.repeat(count)}${'\u0316'.repeat(count)}`
const addresses = new Set([
  'email',
  'username',
  'password',
  'oldPassword',
  'newPassword',
  '_email_address',
  'email_address',
])
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const at = <T>(list: readonly T[], pick: number): T => list[pick % list.length]!

function bodyOf(call: CallName): BodySchema | undefined {
  return (api[call] as Call).body as BodySchema | undefined
}

function withBody(
  { call, request }: Example,
  world: World,
  payload: string,
  type = 'application/json',
): Sent {
  return { url: urlOf(call, request(world)), payload, headers: { 'content-type': type } }
}

/** The good body with the raw text of one member replaced. */
function withMember(example: Example, world: World, name: string, value: string): Sent {
  const { [name]: _, ...rest } = example.request(world).body ?? {}
  const members = Object.entries(rest).map(([key, part]) => `${JSON.stringify(key)}:${JSON.stringify(part)}`)
  return withBody(example, world, `{${[...members, `${JSON.stringify(name)}:${value}`].join()}}`)
}

/** Whether a call takes a body that can be bad; of a file anything is read that can be. */
function isWrite(call: CallName): boolean {
  const { method, rawBody }: Call = api[call]
  return method !== 'GET' && !rawBody
}

function asJson(body: unknown): { payload?: string; headers: Record<string, string> } {
  if (body === undefined) return { headers: {} }
  return { payload: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

const spoils: Record<string, Spoil> = {
  'no object': (example, world, { pick, json }) =>
    isWrite(example.call)
      ? withBody(example, world, at(['[]', '"x"', '5', 'true', JSON.stringify([json]), nested(50)], pick))
      : null,
  'no JSON': (example, world, { pick, text }) =>
    isWrite(example.call)
      ? withBody(
          example,
          world,
          at(['{', '{"a":}', '{"a":1,}', `{${text}`, '\u0000', '{}{}', '\uFEFF{'], pick),
        )
      : null,
  'an unknown field': (example, world, { pick, text, json }) => {
    const body = bodyOf(example.call)
    if (!isWrite(example.call) || (body && body.additionalProperties !== false)) return null
    const name = at([`x${text}`, '__proto__x', 'toString', 'ID', ' ', '', 'constructorx'], pick)
    if (body?.properties && Object.hasOwn(body.properties, name)) return null
    return withMember(example, world, name, JSON.stringify(json))
  },
  'a poisoned name': (example, world) =>
    isWrite(example.call)
      ? withBody(example, world, '{"__proto__":{"admin":true},"constructor":{"prototype":{}}}')
      : null,
  'a wrong type': (example, world, { pick }) => {
    const known = Object.entries(bodyOf(example.call)?.properties ?? {}).filter(
      ([, property]) => property.type !== undefined,
    )
    if (known.length === 0) return null
    const [name, { type = '', enum: values, const: fixed }] = at(known, pick)
    const wrong = [
      ...(wrongOf[type] ?? []),
      ...(values ? ['nonsense'] : []),
      ...(fixed === true ? [false] : []),
    ]
    return withMember(example, world, name, JSON.stringify(at(wrong, pick >> 8)))
  },
  'a missing field': (example, world, { pick }) => {
    const { required = [], minProperties } = bodyOf(example.call) ?? {}
    if (minProperties) return withBody(example, world, '{}')
    if (required.length === 0) return null
    const { [at(required, pick)]: _, ...rest } = example.request(world).body ?? {}
    return withBody(example, world, JSON.stringify(rest))
  },
  'a text nobody may write': (example, world, { pick, text }) => {
    const named = Object.keys(bodyOf(example.call)?.properties ?? {}).filter((name) => texts.has(name))
    if (named.length === 0) return null
    const bad = [
      `a\u0000${text}`,
      `a\u0007${text}b`,
      'line\nbreak',
      `\uD800${text}`,
      `${text}x\uDFFFx`,
      'x'.repeat(5_000),
      '🥛'.repeat(600),
      'e\u0301'.repeat(1_500),
      'a\u009Fb',
      marks(1_000 + (pick % 3_000)),
    ]
    return withMember(example, world, at(named, pick), JSON.stringify(at(bad, pick >> 8)))
  },
  'a heap of marks': (example, world, { pick }) => {
    const named = Object.keys(bodyOf(example.call)?.properties ?? {}).filter(
      (name) => texts.has(name) || addresses.has(name),
    )
    // This call answers 200 to every address, so that it does not reveal which have an account.
    if (named.length === 0 || example.call === 'resendActivation') return null
    const count = at([600, 1_500, 4_000, 262_000], pick >> 8)
    return withMember(example, world, at(named, pick), JSON.stringify(marks(count)))
  },
  'an address that leads nowhere': ({ call, request }, world, { pick }) => {
    const good = request(world)
    const url = urlOf(call, good)
    if (!/^\/(api|oauth)\//.test(url)) return null
    const odd = [
      `/${url}`,
      url.replace(/^\/(\w+)\//, (path) => path.toUpperCase()),
      url.replace('/v', '%2Fv'),
      url.replace('/v', '%5Cv'),
      url.replace('/v', ';x/v'),
      url.replace('/v', '/..%2fv'),
      url.replace('/v', '/%252e/v'),
      url.replace('/v', '/%zz/v'),
    ]
    return { url: at(odd, pick), ...asJson(good.body) }
  },
  'an encoded address': (example, world, chance) => {
    const spoilt = spoils['an unknown field']?.(example, world, chance)
    if (!spoilt) return null
    const [path = '', query] = spoilt.url.split('?')
    const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`
    const written = at(
      [path.replace('/api', '/%61pi'), path.replace('/v', '/%76'), path.replace(/[a-z]/g, encoded)],
      chance.pick >> 4,
    )
    return { ...spoilt, url: query === undefined ? written : `${written}?${query}` }
  },
  'a number nobody may write': (example, world, { pick }) => {
    const named = Object.keys(bodyOf(example.call)?.properties ?? {}).filter((name) => badNumbers[name])
    if (named.length === 0) return null
    const name = at(named, pick)
    return withMember(example, world, name, at(badNumbers[name] ?? [], pick >> 8))
  },
  'too deep': (example, world, { pick }) =>
    isWrite(example.call) ? withBody(example, world, nested(pick % 50 === 0 ? 200_000 : 2_000)) : null,
  'too large': (example, world, { pick }) =>
    isWrite(example.call) && !example.call.startsWith('upload') && pick % 50 === 0
      ? withBody(example, world, JSON.stringify({ x: 'y'.repeat(1 << 20) }))
      : null,
  'another kind of body': (example, world, { pick, text }) =>
    isWrite(example.call) && !api[example.call].path.startsWith('/oauth')
      ? withBody(
          example,
          world,
          `x${text}`,
          at(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'x', 'image/png'], pick),
        )
      : null,
  'a broken form': (example, world, { pick, text }) =>
    example.call.startsWith('upload')
      ? withBody(
          example,
          world,
          at(
            [text, '--b--\r\n', '--b\r\n\r\n', `--b\r\ncontent-disposition: form-data\r\n\r\n${text}`],
            pick,
          ),
          at(
            ['multipart/form-data; boundary=b', 'multipart/form-data', 'multipart/form-data; boundary='],
            pick >> 4,
          ),
        )
      : null,
  'an id that cannot be': ({ call, request }, world, { pick, text }) => {
    const good = request(world)
    const names = Object.keys(good.params ?? {})
    // For priceHistory any text is a valid product name.
    if (names.length === 0 || call === 'priceHistory') return null
    const odd = [
      `%${text}`,
      '../..',
      'x'.repeat(1_900),
      '\u0000',
      `${text}🥛`,
      "' or 1=1 --",
      'missing',
      'null',
      '0',
    ]
    const params = { ...good.params, [at(names, pick)]: at(odd, pick >> 8).toWellFormed() || 'x' }
    return {
      url: urlOf(call, { ...good, params }),
      ...asJson(good.body),
    }
  },
  'a query nobody asked for': (example, world, { pick, text }) => {
    const { query } = api[example.call] as Call
    if (!query) return null
    const good = example.request(world)
    const base = urlOf(example.call, { params: good.params })
    const names = Object.keys((query as BodySchema).properties ?? {})
    const name = at(names, pick)
    const value = encodeURIComponent(text.toWellFormed())
    const wrong = [`${name}=a&${name}=b`, `x${value}=1`, `${name}[a]=1`, `${name}=%00%00&y=1`]
    return {
      url: `${base}?${at(wrong, pick >> 8)}`,
      ...asJson(good.body),
    }
  },
  'an odd search': ({ call, request }, world, { pick, text }) => {
    const { properties = {} } = ((api[call] as Call).query ?? {}) as BodySchema
    if (isWrite(call) || !('query' in properties)) return null
    const value = at(
      [text, text.repeat(50), 'a '.repeat(5_000), marks(2_000), '%_%', '\u0000', "'", '🥛', 'ł'],
      pick,
    )
    return {
      url: `${urlOf(call, { ...request(world), query: undefined })}?query=${encodeURIComponent(value.toWellFormed())}`,
      headers: {},
    }
  },
  'an odd page': ({ call }, _world, { pick }) => {
    const { properties = {} } = ((api[call] as Call).query ?? {}) as BodySchema
    if (!('page' in properties)) return null
    const odd = [
      'page=0',
      'page=-1',
      'page=1e3',
      'limit=0',
      'limit=201',
      'limit=x',
      'page=9999999',
      'page=',
      'type=x',
    ]
    return { url: `${api[call].path}?${at(odd, pick)}`, headers: {} }
  },
  'an odd product name': ({ call }, _world, { pick, text }) =>
    call === 'priceHistory'
      ? {
          url: urlOf(call, { params: { productName: at([text.toWellFormed() || '%', marks(700)], pick) } }),
          headers: {},
        }
      : null,
}
const kinds = Object.keys(spoils)

async function dump(server: TestServer): Promise<Record<string, string>> {
  const tables = await server.db.introspection.getTables()
  const content: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(server.db)
    content[name] = rows
      .map((row) => JSON.stringify(row))
      .toSorted()
      .join('\n')
  }
  return content
}

test(`API ${runs} bad requests over all routes: no 5xx, nothing undocumented, and nothing changes`, async () => {
  const server = await testServer({ requestsPerWindow: 10_000_000 })
  const world = await newWorld(server, 'owner')
  const before = await dump(server)
  // Some calls take no input that could be wrong.
  const targets = examples.filter(({ call }) => {
    const { params, query } = api[call] as Call
    return isWrite(call) || params !== undefined || query !== undefined
  })
  const spoiled: Record<string, number> = {}
  const statuses: Record<string, number> = {}
  const chance = fc.record({
    example: fc.nat(targets.length - 1),
    way: fc.nat(0xffff),
    pick: fc.nat(0xffffff),
    text: fc.string({
      unit: fc.oneof(fc.constant('ł'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    }),
    json: fc.jsonValue({ maxDepth: 3 }),
  })
  let address = 0

  const property = fc.asyncProperty(chance, async ({ example: index, way, ...rest }) => {
    const example = at(targets, index)
    const suited = kinds.flatMap((kind) => {
      const sent = spoils[kind]?.(example, world, rest)
      return sent ? [{ kind, sent }] : []
    })
    const { kind, sent } = at(suited, way)
    const { call } = example
    const reply = await server.app.inject({
      method: api[call].method,
      url: sent.url,
      headers: { ...sent.headers, authorization: `Bearer ${world.actor?.access ?? ''}` },
      ...(sent.payload !== undefined && { payload: sent.payload }),
      // A new address each time, so that no rate limit hides the other answers.
      remoteAddress: `10.${(++address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    })
    const { statusCode: status, headers } = reply
    const isJson = String(headers['content-type']).includes('json')
    const body: unknown = isJson ? JSON.parse(reply.body) : reply.body
    spoiled[kind] = (spoiled[kind] ?? 0) + 1
    statuses[status] = (statuses[status] ?? 0) + 1
    const what = `${kind}: ${api[call].method} ${sent.url.slice(0, 200)} ${(sent.payload ?? '').slice(0, 300)}`
    expect(status, `${what} → ${reply.body.slice(0, 300)}`).toBeLessThan(500)
    // Deleting a product that is not there succeeds.
    const isDone = call.startsWith('delete') && call.endsWith('Product') && kind === 'an id that cannot be'
    if (isWrite(call) && !isDone) expect(status, what).toBeGreaterThanOrEqual(400)
    // A path without a route has no contract.
    if (status !== 404) expect(misfit(call, { status, body, headers }), what).toBe('')
  })
  await fc.assert(property, { numRuns: runs, seed, endOnFailure: true })

  const after = await dump(server)
  // The request counters change, for bad requests too.
  delete before['tally']
  for (const name of Object.keys(before)) expect(after[name], name).toBe(before[name])
  process.stdout.write(`\nbad requests: ${JSON.stringify(statuses)}\n${JSON.stringify(spoiled)}\n`)
  if (runs >= 10_000) expect(Object.keys(spoiled).toSorted()).toEqual(kinds.toSorted())
}, 600_000)

/** A text without control characters and of some length is a list's name. */
const isNoName = (value: unknown) => typeof value !== 'string' || !parseText(value, 1, limits.name).ok

test('OFFLINE-6 WHOLE-3 batches of nonsense operations change no product and bring no 5xx', async () => {
  const server = await testServer({ requestsPerWindow: 10_000_000 })
  const world = await newWorld(server, 'owner')
  const state = async () => JSON.stringify([(await dump(server))['product'], (await dump(server))['list']])
  const before = await state()
  let client = 0
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.string({ unit: 'binary' }),
    fc.constantFrom(1e300, -1, '', '__proto__', '\u0000', null),
  )
  const ids = fc.constantFrom(world.product, world.list, 'unknown')
  const operation = fc.oneof(
    fc.record({ op: odd, productId: odd, field: odd, value: odd, baseVer: odd, ageMs: odd, opId: odd }),
    fc.record({ op: odd, rowId: ids, field: odd, value: odd, baseVer: odd, ageMs: odd, opId: odd }),
    // Well formed, of the list itself, but with a value that no list has.
    fc.record({
      op: fc.constant('set'),
      rowId: fc.constant(world.list),
      field: fc.constantFrom('listName', 'listStatus'),
      value: fc.oneof(odd.filter(isNoName), fc.constantFrom(marks(400), marks(20_000))),
      baseVer: fc.constantFrom(0, 1, -1, 1e300),
      opId: fc.uuid(),
    }),
    fc.record({ op: fc.constant('add'), rowId: ids, value: odd, opId: fc.uuid() }),
    fc.record({
      op: fc.constant('add'),
      rowId: ids,
      value: fc.record({ listName: fc.constant('Odd'), date: odd, listStatus: odd }),
      opId: fc.uuid(),
    }),
    // Well formed, but with a value that is not allowed.
    fc.record({
      op: fc.constant('set'),
      productId: fc.constant(world.product),
      field: fc.constantFrom(
        'price',
        'quantity',
        'unit',
        'position',
        'productName',
        'category',
        'productStatus',
      ),
      value: fc.oneof(
        fc.constantFrom(null, '', '\u0000', -1, 1e300, 0.001, marks(400), marks(20_000)),
        fc.array(fc.nat()),
      ),
      baseVer: fc.constantFrom(0, 1, -1, 1e300),
      opId: fc.uuid(),
    }),
    fc.record({ op: fc.constant('add'), productId: fc.uuid(), value: odd, opId: fc.uuid() }),
  )
  const batch = fc.record({
    given: fc.array(operation, { maxLength: 5 }),
    numbered: fc.boolean(),
    v: fc.constantFrom(1, 2),
    to: fc.constantFrom(world.list, world.list, 'unknown'),
  })
  await fc.assert(
    fc.asyncProperty(batch, async ({ given, numbered, v, to }) => {
      const ops = given
        // An empty category is a valid value.
        .filter((one) => !('field' in one && one.field === 'category' && one.value === ''))
        .map((one, i) => ({ ...one, ...(numbered && { seq: i + 1 }) }))
      const body = { v, client: `c${++client}`, request: 'r', cursor: 0, ops }
      const reply = await server.call(world.actor, 'POST', `/api/v3/list/${to}/sync`, body)
      expect(reply.status, JSON.stringify([body, reply.body]).slice(0, 500)).toBeLessThan(500)
      expect(misfit('sync', reply)).toBe('')
    }),
    { numRuns: 500, seed, endOnFailure: true },
  )
  expect(await state()).toBe(before)
})

test('API an address that no text can hold finds nobody, and is never a server’s fault', async () => {
  const server = await testServer({ requestsPerWindow: 10_000_000 })
  const world = await newWorld(server, 'owner')
  for (const address of [
    'a\u0000@example.org',
    '\u0000',
    '\uD800@example.org',
    'x'.repeat(100_000),
    '%00',
    "'",
  ]) {
    const at = encodeURIComponent(address.toWellFormed())
    const list = `/api/v3/shared_list/${world.list}`
    for (const [method, url, body] of [
      ['POST', '/api/v3/resend_activation', { email: address }],
      ['POST', '/api/v3/profile/reset_password/step1', { email: address }],
      ['POST', '/api/v3/profile/reset_password/step2/x', { email: address, password: 'a good new horse' }],
      ['POST', '/api/v3/profile/reset_password/step2/%00', { email: address, password: 'a good new horse' }],
      ['POST', '/oauth/v2/token', { grant_type: 'password', ...webClient, username: address, password: 'x' }],
      ['POST', '/oauth/v2/token', { grant_type: 'refresh_token', ...webClient, refresh_token: address }],
      ['POST', '/api/v3/me/activate/%00', undefined],
      ['PUT', list, { email_address: address, permission: 'edit' }],
      ['PUT', `${list}?email_address=${at.slice(0, 1_000)}&permission=edit`, undefined],
      ['DELETE', '/api/v3/list/share', { _list_id: world.list, _email_address: address }],
    ] as const) {
      const who = url.startsWith('/api/v3/resend') ? null : world.actor
      expect((await server.call(who, method, url, body)).status, `${url} ${address}`).toBeLessThan(500)
    }
  }
})
