import { randomBytes as anyBytes } from 'node:crypto'
import { parseList } from '../../../core/product/list-fields.ts'
import { type Access, accessList } from '../store/access.ts'
import { insertList } from '../store/list-copies.ts'
import type { Db, Trx } from '../../db/open.ts'
import { invalid, problem } from '../../base/problem.ts'
import type { SentOperation } from './read-op.ts'
import { newStamps } from '../store/stamps.ts'
import type { SyncCall } from './call.ts'

/** The operation that makes the list if nobody knows it: an add of the list itself, first of its batch. */
export function makerOf({ listId }: SyncCall, ops: readonly SentOperation[]): SentOperation | null {
  const [first] = ops
  return first?.change?.op === 'add' && first.change.rowId === listId ? first : null
}

/** Whether the id was ever that of a list. */
export async function isKnown(db: Db | Trx, id: string): Promise<boolean> {
  return (await db.selectFrom('list').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/**
 * The list that the call is about, locked. `maker`: the operation by which it was made here and now. Only its owner
 * may add a list that is there; for everybody else it is missing, even for those who see it.
 */
export async function openList(
  trx: Trx,
  call: SyncCall,
  maker: SentOperation | null,
): Promise<{ list: Access; maker: SentOperation | null }> {
  const { listId, user, request } = call
  // A device with a cursor knew the list: the server has lost it, which the device must hear.
  if (maker && request.cursor === 0 && !(await isKnown(trx, listId)))
    return { list: await make(trx, call, maker), maker }
  const list = await accessList(trx, listId, user.id)
  if (maker && list.role !== 'owner') throw problem('notFound')
  return { list, maker: null }
}

/** Two who make it at once: the second insert fails, and its transaction runs anew, see db/retry.ts. */
async function make(trx: Trx, call: SyncCall, { change, ageMs }: SentOperation): Promise<Access> {
  const { listId, user, request, now, randomBytes = anyBytes, mostLists } = call
  const parsed = parseList(change?.op === 'add' ? change.value : null, now)
  if (!parsed.ok) throw invalid(parsed.errors)
  const { listName, listStatus, date } = parsed.value
  const writer = { client: request.client, typedAt: Math.max(0, now - ageMs) }
  const made = {
    ownerId: user.id,
    id: listId,
    name: listName,
    status: listStatus,
    createdAt: Date.parse(date),
    head: 1,
    stamps: newStamps(1, writer, now),
  }
  const list = await insertList(trx, { randomBytes }, made, mostLists)
  return { ...list, role: 'owner', isNew: false }
}
