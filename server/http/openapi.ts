import type { FastifyInstance } from 'fastify'
import { api, type CallName } from '../../core/contract/api.ts'
import { problemTitles } from '../../core/contract/problem-titles.ts'
import { type ProblemCode, problemStatus } from '../../core/contract/problem-codes.ts'
import * as products from '../../core/contract/product.ts'
import * as schemas from '../../core/contract/schemas.ts'
import type { Call } from '../../core/contract/schemas.ts'
import * as wire from '../../core/contract/wire.ts'
import { actions } from '../../core/product/permissions.ts'
import type { Services } from '../services/services.ts'
import { createPackedAnswer } from './compression.ts'
import { answers, type Context } from './route.ts'
import { refuseFlood } from '../page/static.ts'

type Json = Record<string, unknown>

const named = new Map<unknown, string>(
  Object.entries({ ...wire, ...products, ...schemas })
    .filter(([name, schema]) => /^[A-Z]/.test(name) && typeof schema === 'object' && 'properties' in schema)
    .map(([name, schema]) => [schema, name]),
)

/** Converts a schema for the document: named schemas become references. */
function written(schema: unknown, isTop = false): unknown {
  const name = named.get(schema)
  if (name !== undefined && !isTop) return { $ref: `#/components/schemas/${name}` }
  if (Array.isArray(schema)) return schema.map((part) => written(part))
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, written(part)]))
}

function parametersOf(schema: unknown, where: 'path' | 'query'): Json[] {
  const { properties = {}, required = [] } = (schema ?? {}) as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, part]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: written(part),
  }))
}

/** Returns whether some people who may see a list may not make this call. */
function needsPermission({ who }: Call): boolean {
  return who !== 'see' && (actions as readonly (string | undefined)[]).includes(who)
}

/** Returns the problems that a call may answer, derived from its definition. */
export function problemsOf(name: CallName): ProblemCode[] {
  const call: Call = api[name]
  const isWrite = call.method !== 'GET'
  const codes: ProblemCode[] = [
    'tooManyRequests',
    'serverError',
    'maintenance',
    'unavailable',
    // Guests may make few of these calls, and for one list only.
    ...(call.session ? (['sessionExpired', 'forbidden', 'insufficientScope'] as const) : []),
    ...(needsPermission(call) ? (['forbidden'] as const) : []),
    ...(call.isLocal ? (['localLogInOff'] as const) : []),
    ...(call.activated ? (['accountNotActivated'] as const) : []),
    ...(call.params ? (['notFound'] as const) : []),
    ...(call.query || isWrite ? (['invalidRequest'] as const) : []),
    ...(isWrite
      ? ([
          'foreignOrigin',
          'tooLarge',
          'unsupportedMediaType',
          'idempotencyKeyReused',
          'storageFull',
        ] as const)
      : []),
    ...(isWrite && call.session === true ? (['quotaReached'] as const) : []),
    ...(call.refuses ?? []),
  ]
  return [...new Set(codes)]
}

function problemAnswers(name: CallName): Json {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemsOf(name)) {
    const status = problemStatus[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const answer = (codes: ProblemCode[]) => ({
    description: codes.map((code) => `${code}: ${problemTitles[code]}`).join('\n'),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: { enum: codes } } },
          ],
        },
      },
    },
  })
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, answer(codes)]))
}

const oauthProblem = {
  description: 'An error as RFC 6749 has it',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/OAuthProblem' } } },
}

function operation(name: CallName): Json {
  const call: Call = api[name]
  const isOAuth = call.path.startsWith('/oauth/')
  const isWrite = call.method !== 'GET'
  const body = requestBody(name, call)
  const key = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
  }
  const tag = { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } }
  const empty = call.alsoEmpty
  const others = (call.alsoContent ?? []).map((type) => [type, { schema: { type: 'string' } }] as const)
  const content = {
    [call.content ?? 'application/json']: { schema: written(call.answer) },
    ...Object.fromEntries(others),
  }
  return {
    operationId: name,
    ...(call.session && { 'x-scope': call.scope ?? 'none' }),
    security: call.session ? [...(call.session === 'optional' ? [{}] : []), { bearer: [] }] : [],
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(isWrite && call.session === true ? [key] : []),
      ...(call.tagged ? [tag] : []),
    ],
    ...(body && { requestBody: body }),
    responses: {
      [call.status]: {
        description: 'Done',
        ...(call.status !== 204 && { content }),
      },
      ...(call.also && { [call.also.status]: { description: call.also.when, content } }),
      ...(empty !== undefined && { [empty]: { description: 'Nobody there' } }),
      ...(call.tagged && { 304: { description: 'What the caller has is still so' } }),
      ...(isOAuth
        ? Object.fromEntries([400, 403, 413, 415, 429, 500, 503].map((status) => [status, oauthProblem]))
        : problemAnswers(name)),
    },
  }
}

function requestBody(name: CallName, { body, upload, rawBody }: Call): Json | null {
  if (rawBody) return { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } }
  if (upload)
    return {
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
            required: ['file'],
          },
        },
      },
    }
  if (!body) return null
  const schema = { schema: written(body) }
  const { required = [], minProperties = 0 } = body as { required?: string[]; minProperties?: number }
  return {
    required: required.length > 0 || minProperties > 0,
    content: {
      'application/json': schema,
      ...(name === 'token' || name === 'revoke' ? { 'application/x-www-form-urlencoded': schema } : {}),
    },
  }
}

const text = { type: 'string' }
const signedOut = {
  const: true,
  description:
    'The person ended this session: by logging out, ending it from another device, a new password, activating or deleting the account. The device clears what it stored of the account. Absent where it has expired, or the server or its operator ended it',
}
const problemSchema = {
  type: 'object',
  description: 'RFC 9457',
  properties: {
    type: text,
    title: { ...text, description: 'plain English' },
    status: { type: 'integer' },
    code: { enum: Object.keys(problemStatus) },
    requestId: text,
    detail: text,
    fields: { type: 'object', additionalProperties: text, description: 'field → what is wrong with it' },
    signedOut,
  },
  required: ['type', 'title', 'status', 'code', 'requestId'],
}
const oauthSchema = {
  type: 'object',
  properties: { error: text, error_description: text, code: text, signedOut },
  required: ['error', 'error_description'],
}

/** Returns the whole contract as OpenAPI 3.1, made from the schemas that validate the requests. */
export function openApi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, { path, method }] of Object.entries(api) as [CallName, Call][]) {
    const at = path.replace(/:(\w+)/g, '{$1}')
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation(name) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Koszyk', version: '3', description: 'Shopping lists of a household' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...Object.fromEntries([...named].map(([schema, name]) => [name, written(schema, true)])),
        Problem: problemSchema,
        OAuthProblem: oauthSchema,
      },
    },
  }
}

export async function contractRoutes(app: FastifyInstance, services: Services): Promise<void> {
  let text: string | undefined
  const packed = createPackedAnswer(() => (text ??= JSON.stringify(openApi())))
  const contract = async ({ request, reply }: Context<'contract'>) => {
    refuseFlood(services, request)
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(await packed(request, reply))
  }
  // Without this, the plugin would compress it again when a client accepts any encoding or names one differently.
  answers(app, services, 'contract', contract, { compress: false })
}
