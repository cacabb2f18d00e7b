import { usualCurrency } from '../../../core/product/currency.ts'
import { limits, type ListStatus } from '../../../core/product/entities.ts'
import type { ListField } from '../../../core/product/list-fields.ts'
import { wordsKey } from '../../../core/text/normalise.ts'
import type { Access } from './access.ts'
import type { Db, Trx } from '../../db/open.ts'
import { timelineOf } from '../../db/timeline.ts'
import { secret } from '../../db/codes.ts'
import type { Services } from '../../services/services.ts'
import { holdAccount, refuseFull } from '../../limits/quota.ts'
import { newStamps, type Stamped, stampColumns } from './stamps.ts'

/** The properties of a new list. */
export interface NewList {
  ownerId: string
  name: string
  id: string
  /** epoch ms */
  createdAt: number
  status?: ListStatus | undefined
  /** PLN if it is left out */
  currency?: string | undefined
  /** the version of the newest change to the list itself or to a product */
  head?: number
  /** left out if nobody has changed the list itself yet */
  stamps?: Stamped<ListField>
}

/** Returns the currency of the account's new lists and templates. */
export async function currencyOf(trx: Db | Trx, accountId: string): Promise<string> {
  const account = await trx
    .selectFrom('account')
    .select('currency')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return account?.currency ?? usualCurrency
}

const untouched: Stamped<ListField> = newStamps(0, { client: '', typedAt: 0 }, 0)

/** Returns an empty list with its own share link, which `insertList` stores. */
export function newList(
  random: Pick<Services, 'randomBytes'>,
  {
    ownerId,
    name,
    id,
    createdAt,
    status = 'aktywna',
    currency = usualCurrency,
    head = 0,
    stamps = untouched,
  }: NewList,
): Access {
  return {
    id,
    owner_id: ownerId,
    name,
    name_norm: wordsKey(name),
    created_at: createdAt,
    hash: secret(random),
    status,
    currency,
    epoch: secret(random),
    timeline: 0,
    head,
    floor: 0,
    deleted_at: 0,
    ends_at: 0,
    taken_from: '',
    again_of: '',
    living: 0,
    bought: 0,
    amount: 0,
    ...stampColumns(stamps),
    role: 'owner',
    isNew: false,
  }
}

/** Stores a new list. All lists are made here. Throws limitReached if the account has too many. */
export async function insertList(
  trx: Trx,
  { role: _, isNew: __, ...list }: Access,
  mostLists: number = limits.listsOfUser,
): Promise<void> {
  await holdAccount(trx, list.owner_id)
  await refuseMoreLists(trx, list.owner_id, mostLists)
  await trx
    .insertInto('list')
    .values({ ...list, timeline: timelineOf(trx) })
    .execute()
}

/** Throws limitReached if the account, whose row is locked, may have no more lists. */
export async function refuseMoreLists(trx: Trx, ownerId: string, mostLists: number): Promise<void> {
  const own = trx.selectFrom('list').where('owner_id', '=', ownerId).where('deleted_at', '=', 0)
  await refuseFull(own, mostLists)
}
