/**
 * The HTTP contract: one entry per call, by area in calls/. The server builds its routes and its checks from
 * these schemas; the page and the worker import the types only, so none of this travels to a phone.
 */
import type { Static, TSchema } from 'typebox'
import { accountCalls } from './calls/account.ts'
import { filesCalls } from './calls/files.ts'
import { listsCalls } from './calls/lists.ts'
import { operationsCalls } from './calls/operations.ts'
import { productsCalls } from './calls/products.ts'
import { sessionCalls } from './calls/session.ts'
import { sharingCalls } from './calls/sharing.ts'
import { suggestionsCalls } from './calls/suggestions.ts'
import { templatesCalls } from './calls/templates.ts'

export const api = {
  ...sessionCalls,
  ...accountCalls,
  ...filesCalls,
  ...listsCalls,
  ...productsCalls,
  ...sharingCalls,
  ...templatesCalls,
  ...suggestionsCalls,
  ...operationsCalls,
} as const

export type Api = typeof api
export type CallName = keyof Api
type OrNone<S> = S extends { '~optional': true } ? undefined : never
type Of<C, K extends string> =
  C extends Record<K, infer S extends TSchema> ? Static<S> | OrNone<S> : undefined
export type Params<N extends CallName> = Of<Api[N], 'params'>
export type Query<N extends CallName> = Of<Api[N], 'query'>
export type Body<N extends CallName> = Of<Api[N], 'body'>
export type Answer<N extends CallName> = Of<Api[N], 'answer'>
