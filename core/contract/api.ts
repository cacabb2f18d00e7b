/**
 * The HTTP contract: one entry per call, by area in the files beside this one. The server builds its routes and
 * validation from these schemas. The page and the worker import only the types, so none of this is in their bundles.
 * Decision 032: the contract is in one place.
 */
import type { Static, TSchema } from 'typebox'
import { accountCalls } from './account.ts'
import { exchangeCalls } from './exchange.ts'
import { filesCalls } from './files.ts'
import { guestsCalls } from './guests.ts'
import { invitesCalls } from './invites.ts'
import { listsCalls } from './lists.ts'
import { moneyCalls } from './money.ts'
import { operationsCalls } from './operations.ts'
import { productsCalls } from './products.ts'
import { pushCalls } from './push.ts'
import { recipeCalls } from './recipe.ts'
import { sessionCalls } from './session.ts'
import { settingsCalls } from './settings.ts'
import { sharingCalls } from './sharing.ts'
import { suggestionsCalls } from './suggestions.ts'
import { tokensCalls } from './tokens.ts'
import { webhooksCalls } from './webhooks.ts'
import { templatesCalls } from './templates.ts'
import { togetherCalls } from './together.ts'

export const api = {
  ...sessionCalls,
  ...accountCalls,
  ...settingsCalls,
  ...tokensCalls,
  ...webhooksCalls,
  ...filesCalls,
  ...exchangeCalls,
  ...listsCalls,
  ...productsCalls,
  ...sharingCalls,
  ...invitesCalls,
  ...guestsCalls,
  ...togetherCalls,
  ...templatesCalls,
  ...suggestionsCalls,
  ...recipeCalls,
  ...moneyCalls,
  ...pushCalls,
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
