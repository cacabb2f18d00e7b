import { Type } from 'typebox'
import { limits } from '../product/entities.ts'
import { call, HistoryEntry, List, Lists, Page } from './schemas.ts'
import { Closed, Enum, Id, IdOnly, OptionalText } from './wire.ts'

/** Makes a list of another one. */
const copying = {
  method: 'POST',
  scope: 'edit',
  refuses: ['limitReached'],
  status: 201,
  answer: IdOnly,
} as const

export const listsCalls = {
  lists: call({
    path: '/api/v3/lists',
    scope: 'read',
    who: 'self',
    tagged: 'private, no-cache',
    answer: Lists,
    query: Closed({
      status: Type.Optional(Enum(['active', 'archived', 'shared'] as const)),
      sort: Type.Optional(Enum(['newest', 'oldest', 'name'] as const)),
      ...Page,
    }),
  }),
  searchLists: call({
    path: '/api/v3/lists/search',
    scope: 'read',
    who: 'self',
    tagged: 'private, no-cache',
    answer: Lists,
    query: Closed(Page),
  }),
  list: call({
    path: '/api/v3/list/:id',
    scope: 'read',
    who: 'see',
    guest: true,
    tagged: 'private, no-cache',
    answer: List,
  }),
  /** What changed in the last 30 days, newest first. A version is never split, so there may be a few more than `limit`. */
  history: call({
    path: '/api/v3/list/:id/history',
    scope: 'read',
    who: 'see',
    query: Closed({
      before: Type.Optional(
        Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'a version: only older changes' }),
      ),
      limit: Page.limit,
    }),
    answer: Type.Array(HistoryEntry),
  }),
  listByHash: call({
    path: '/api/v3/list/hash/:hash',
    session: false,
    who: 'link',
    tagged: 'no-store',
    answer: List,
  }),
  createList: call({
    method: 'POST',
    path: '/api/v3/list',
    scope: 'edit',
    who: 'self',
    refuses: ['idTaken', 'gone', 'limitReached'],
    status: 201,
    answer: IdOnly,
    body: Closed({ _list_name: Type.Optional(Type.String()), id: Type.Optional(Id) }),
  }),
  updateList: call({
    method: 'PUT',
    path: '/api/v3/list',
    scope: 'edit',
    who: 'rename',
    refuses: ['notFound'],
    bodyBytes: limits.largeBodyBytes,
    body: Closed({
      _id: Id,
      _list_name: Type.Optional(Type.String()),
      currency: OptionalText('a code of ISO 4217; prices keep their numbers'),
      _list_order: Type.Optional(Type.Array(Type.String(), { maxItems: 5_000 })),
    }),
  }),
  deleteList: call({
    method: 'DELETE',
    path: '/api/v3/list',
    scope: 'edit',
    who: 'delete',
    refuses: ['notFound'],
    body: Closed({ _id: Id }),
  }),
  archiveList: call({
    method: 'PUT',
    path: '/api/v3/list/:id/archivize',
    scope: 'edit',
    who: 'archive',
  }),
  restoreList: call({
    method: 'PUT',
    path: '/api/v3/list/:id/restore',
    scope: 'edit',
    who: 'archive',
  }),
  duplicateList: call({
    ...copying,
    path: '/api/v3/list/:id/duplicate',
    who: 'duplicate',
  }),
  cloneUnbought: call({
    ...copying,
    path: '/api/v3/list/:id/clone_unbought',
    who: 'clone',
  }),
  /** Makes a new list with all products, unbought, and the members; named like the old one without its date. */
  shopAgain: call({
    ...copying,
    path: '/api/v3/list/:id/shop_again',
    who: 'clone',
    body: Type.Optional(Closed({ _list_name: Type.Optional(Type.String()) })),
  }),
  renewHash: call({
    method: 'POST',
    path: '/api/v3/list/:id/hash',
    who: 'changeLink',
    activated: true,
    answer: Type.Object({ hash: Type.String() }),
  }),
  dropHash: call({
    method: 'DELETE',
    path: '/api/v3/list/:id/hash',
    who: 'changeLink',
  }),
} as const
