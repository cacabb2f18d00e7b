import { randomBytes as anyBytes } from 'node:crypto'
import { parseList } from '../../../core/product/list-fields.ts'
import { type Access, accessList } from '../store/access.ts'
import { insertList, newList } from '../store/new-list.ts'
import { copyMembers, shareWithHousehold } from '../store/members.ts'
import type { Db, Trx } from '../../db/open.ts'
import { invalid, problem } from '../../base/problem.ts'
import type { SentOperation } from './read-op.ts'
import { newStamps } from '../store/stamps.ts'
import type { SyncCall } from './call.ts'

/** Returns the operation that creates the list if it does not exist: an add of the list itself, first in its batch. */
export function makerOf({ listId }: SyncCall, ops: readonly SentOperation[]): SentOperation | null {
  const [first] = ops
  return first?.change?.op === 'add' && first.change.rowId === listId ? first : null
}

/** Returns whether a list with this id exists or existed. */
export async function isKnown(db: Db | Trx, id: string): Promise<boolean> {
  return (await db.selectFrom('list').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/**
 * Locks (or only reads) the list of the call, or creates it. `maker` in the result: the operation that created it in this call, else
 * null. Only its owner may add an existing list; everybody else gets notFound, even those who may see the list.
 */
export async function openList(
  trx: Trx,
  call: SyncCall,
  maker: SentOperation | null,
  lock: 'lock' | 'read',
): Promise<{ list: Access; maker: SentOperation | null }> {
  const { listId, user, request } = call
  // If the device has a cursor, the list existed and the server lost it. The device must get notFound then.
  if (maker && request.cursor === 0 && !(await isKnown(trx, listId)))
    return { list: await make(trx, call, maker), maker }
  const list = await accessList(trx, listId, user.id, 'see', lock)
  if (maker && list.role !== 'owner') throw problem('notFound')
  return { list, maker: null }
}

// Decision 129: the server shares a new list, in the transaction that makes it.
/**
 * Creates the list. If two calls do so at once, the second insert fails and its transaction is retried (db/retry.ts).
 */
async function make(trx: Trx, call: SyncCall, { change, ageMs }: SentOperation): Promise<Access> {
  const { listId, user, request, now, randomBytes = anyBytes, mostLists } = call
  const parsed = parseList(change?.op === 'add' ? change.value : null, now)
  if (!parsed.ok) throw invalid(parsed.errors)
  const { listName, listStatus, currency, date, membersOf, sharedWith } = parsed.value
  const writer = { client: request.client, typedAt: Math.max(0, now - ageMs) }
  const list = newList(
    { randomBytes },
    {
      ownerId: user.id,
      id: listId,
      name: listName,
      status: listStatus,
      currency,
      createdAt: Date.parse(date),
      head: 1,
      stamps: newStamps(1, writer, now),
    },
  )
  await insertList(trx, list, mostLists)
  if (membersOf !== undefined) await copyMembers(trx, membersOf, list)
  if (sharedWith === 'household') await shareWithHousehold(trx, list, now)
  return list
}
