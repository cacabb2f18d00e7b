import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { limits } from '../../../core/product/entities.ts'
import { copyName, defaultName, nameAgain } from '../../../core/product/list-copies.ts'
import { type ListField, parseListField } from '../../../core/product/list-fields.ts'
import { placesFor, wantedOrder } from '../../../core/product/position.ts'
import { api } from '../../../core/contract/api.ts'
import type { ListChange } from '../../../core/sync/change.ts'
import { type Access, accessList } from '../store/access.ts'
import type { Affected } from '../../db/affected.ts'
import type { Trx } from '../../db/open.ts'
import { secret } from '../../db/codes.ts'
import type { Services } from '../../services/services.ts'
import { currencyOf, insertList, newList } from '../store/new-list.ts'
import { readLog } from '../store/change-log.ts'
import { everybody } from '../store/list-store.ts'
import { emptyLists } from '../store/list-removal.ts'
import { copyMembers, shareWithHousehold } from '../store/members.ts'
import { listsOf, wholeList } from '../store/list-queries.ts'
import {
  changeNow,
  type Copy,
  prepareAll,
  prepareCopy,
  type Prepared,
  storeCopy,
  storePrepared,
} from './changes.ts'
import { invalid, problem } from '../../base/problem.ts'
import { displayName } from '../../../core/text/person-name.ts'
import type { SessionUser } from '../../auth/session.ts'
import { answers, type Context, writes } from '../../http/route.ts'

const pageSize = { usual: 50, history: 100, most: 200 }

export async function listRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { db } = services
  const change = async (trx: Trx, list: Access, user: SessionUser, ...wanted: ListChange[]) =>
    (await changeNow(trx, services, list, user, wanted)).affected

  answers(app, services, 'lists', async ({ user, query }) => {
    const { status = 'active', sort = 'newest', query: words = '' } = query
    const wanted = {
      which: status,
      words,
      products: false,
      sort,
      ...pageOf(query),
      only: user.rights?.lists,
    }
    return listsOf(db, user.id, wanted)
  })

  answers(app, services, 'searchLists', async ({ user, query }) => {
    const { query: words = '' } = query
    const wanted = { which: 'all', words, products: true, sort: 'newest', ...pageOf(query) } as const
    return listsOf(db, user.id, wanted)
  })

  answers(app, services, 'list', async ({ user, params }) =>
    wholeList(db, user, () => accessList(db, params.id, user.id, api.list.who, 'read')),
  )

  answers(app, services, 'history', async ({ user, params, query }) => {
    await accessList(db, params.id, user.id, api.history.who, 'read')
    const { before = Number.MAX_SAFE_INTEGER, limit = pageSize.history } = query
    return readLog(db, params.id, {
      reader: user.id,
      before: Number(before),
      limit: Math.min(Number(limit), pageSize.most),
      now: services.now(),
    })
  })

  answers(app, services, 'listByHash', async ({ params }) => {
    const find = async () => {
      const list = await db
        .selectFrom('list')
        .innerJoin('account', 'account.id', 'list.owner_id')
        .selectAll('list')
        .where('hash', '=', params.hash)
        // Must match the condition of the partial index exactly, or SQLite does not use the index.
        .where('hash', '<>', sql.lit(''))
        .where('list.deleted_at', '=', 0)
        // Links work only while the owner's account is activated, not while it awaits deletion.
        .where('account.status', '=', 'A')
        .executeTakeFirst()
      if (!list) throw problem('notFound')
      return { ...list, role: 'link', isNew: false } as const
    }
    return wholeList(db, null, find)
  })

  writes(app, services, 'createList', async (trx, { user, body }) => {
    const name =
      body._list_name === undefined
        ? defaultName(user.language, services.now(), 'UTC')
        : parseListName(body._list_name)
    if (body.id !== undefined) {
      const stored = await trx
        .selectFrom('list')
        .select(['owner_id', 'deleted_at'])
        .where('id', '=', body.id)
        .executeTakeFirst()
      if (stored && stored.owner_id !== user.id) throw problem('idTaken')
      if (stored && stored.deleted_at > 0) throw problem('gone')
      if (stored) return { answer: { id: body.id } }
    }
    const currency = await currencyOf(trx, user.id)
    const made = { ownerId: user.id, name, currency, createdAt: services.now() }
    const list = newList(services, { ...made, id: body.id ?? services.newId() })
    await insertList(trx, list)
    await shareWithHousehold(trx, list, services.now())
    await services.push.noteShared(trx, { listId: list.id, actorId: user.id })
    return { answer: { id: list.id }, affected: { overview: await everybody(trx, list) } }
  })

  const prepare = async ({ user, body }: Context<'updateList'>) => {
    const { _id: id, _list_order: order } = body
    return (
      order && prepareOrder(services, await accessList(db, id, user.id, 'editProducts', 'read'), user, order)
    )
  }
  const update = async (trx: Trx, { user, body }: Context<'updateList'>, order: Prepared | undefined) => {
    const { _id: id, _list_name: rawName, currency } = body
    const wanted: ListChange[] = []
    if (rawName !== undefined) wanted.push(setTo(id, 'listName', parseListName(rawName)))
    if (currency !== undefined) wanted.push(setTo(id, 'currency', currency))
    if (wanted.length === 0 && order === undefined) throw invalid({ _list_name: 'required' })
    const list = await accessList(trx, id, user.id, wanted.length > 0 ? 'rename' : 'editProducts')
    const head = order ? await storePrepared(trx, list, order) : list.head
    if (wanted.length > 0)
      return { answer: {}, affected: await change(trx, { ...list, head }, user, ...wanted) }
    const pokes = head > list.head ? [{ list: id, head, epoch: list.epoch }] : []
    return { answer: {}, affected: { pokes } }
  }
  writes(app, services, 'updateList', update, { prepare })

  writes(app, services, 'deleteList', async (trx, { user, body }) => {
    const list = await accessList(trx, body._id, user.id, api.deleteList.who)
    const affected = await change(trx, list, user, { op: 'delete', rowId: list.id })
    return { answer: {}, affected, after: () => emptyLists(db, [list.id], services.now()) }
  })

  for (const [call, status] of [
    ['archiveList', 'archiwum'],
    ['restoreList', 'aktywna'],
  ] as const)
    writes(app, services, call, async (trx, { user, params }) => {
      const list = await accessList(trx, params.id, user.id, api[call].who)
      if (list.status === status) return { answer: {} }
      return { answer: {}, affected: await change(trx, list, user, setTo(list.id, 'listStatus', status)) }
    })

  copyRoutes(app, services)

  writes(app, services, 'renewHash', async (trx, { user, params }) => {
    const list = await accessList(trx, params.id, user.id, api.renewHash.who)
    const hash = secret(services)
    await trx.updateTable('list').set({ hash }).where('id', '=', list.id).execute()
    return { answer: { hash }, affected: { overview: await everybody(trx, list) } }
  })

  writes(app, services, 'dropHash', async (trx, { user, params }) => {
    const list = await accessList(trx, params.id, user.id, api.dropHash.who)
    await trx.updateTable('list').set({ hash: '' }).where('id', '=', list.id).execute()
    return { answer: {}, affected: { overview: await everybody(trx, list) } }
  })
}

/** Serves the three calls that make a list out of another one. */
function copyRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  const duplicateOf = async (source: Access) => {
    const owner = await db
      .selectFrom('account')
      .select(['name', 'surname', 'email'])
      .where('id', '=', source.owner_id)
      .executeTakeFirstOrThrow()
    return copyName(source.name, source.role === 'owner' ? null : displayName(owner))
  }
  type CopyCall = 'duplicateList' | 'cloneUnbought' | 'shopAgain'
  const copies = (
    call: CopyCall,
    nameOf: (source: Access, given?: string) => string | Promise<string>,
    share: (trx: Trx, source: Access, copy: Access, user: SessionUser) => Promise<Affected>,
  ) => {
    const prepare = async ({ user, params, body }: Context<CopyCall>) => {
      const source = await accessList(db, params.id, user.id, api[call].who, 'read')
      const name = await nameOf(source, body?._list_name)
      return prepareCopy(services, source, user, { name, unboughtOnly: call === 'cloneUnbought' })
    }
    const store = async (trx: Trx, { user, params }: Context<CopyCall>, prepared: Copy) => {
      const source = await accessList(trx, params.id, user.id, api[call].who)
      const copy = await storeCopy(trx, source, prepared)
      return { answer: { id: copy.id }, affected: await share(trx, source, copy, user) }
    }
    writes(app, services, call, store, { prepare })
  }
  const withMembers = async (trx: Trx, source: Access, copy: Access) => {
    await copyMembers(trx, source.id, copy)
    await services.push.noteShared(trx, { listId: copy.id, actorId: copy.owner_id })
    return { overview: await everybody(trx, copy) }
  }

  copies('duplicateList', duplicateOf, async (_trx, _source, copy) => ({ overview: [copy.owner_id] }))
  copies(
    'cloneUnbought',
    ({ name }) => name,
    async (trx, source, copy, user) => {
      await withMembers(trx, source, copy)
      const archive = setTo(source.id, 'listStatus', 'archiwum')
      return (await changeNow(trx, services, source, user, [archive])).affected
    },
  )
  copies(
    'shopAgain',
    ({ name }, given) => (given === undefined ? nameAgain(name) : parseListName(given)),
    withMembers,
  )
}

export function pageOf({ page = '1', limit = String(pageSize.usual) }: { page?: string; limit?: string }) {
  if (Number(limit) > pageSize.most) throw invalid({ limit: 'outOfRange' })
  return { page: Number(page), limit: Number(limit) }
}

export function parseListName(raw: string): string {
  const name = parseListField('listName', raw)
  if (!name.ok) throw invalid({ _list_name: name.error })
  return name.value
}

/** Returns a change of a REST call. It counts as typed now and is never stale, so `baseVer` does not matter. */
function setTo(rowId: string, field: ListField, value: string): ListChange {
  return { op: 'set', rowId, field, value, baseVer: 0 }
}

async function prepareOrder(
  services: Services,
  list: Access,
  user: { id: string; sessionId: string },
  order: readonly string[],
): Promise<Prepared> {
  const products = await services.db
    .selectFrom('product')
    .select(['id', 'position'])
    .where('list_id', '=', list.id)
    .where('deleted_at', '=', 0)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const moved = placesFor(wantedOrder(products, order), services.random, limits.position)
  const changes = moved.map(
    ({ id, position }) => ({ op: 'set', rowId: id, field: 'position', value: position, baseVer: 0 }) as const,
  )
  return prepareAll(services.db, services, list, user, changes, null)
}
