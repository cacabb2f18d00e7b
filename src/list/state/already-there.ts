import { msg } from '@lingui/core/macro'
import { v7 as newId } from 'uuid'
import {
  type Again,
  agreed,
  type AlreadyThere,
  boughtAgain,
  type Given,
  meeting,
} from '../../../core/text/again.ts'
import { type Merged, merged } from '../../../core/text/duplicates.ts'
import { actionFor, can } from '../../../core/product/permissions.ts'
import type { ProductChange } from '../../../core/sync/change.ts'
import { type ProductView, setsOf, valueOf } from '../../../core/sync/mutation.ts'
import { notify } from '../../ui/notices.ts'
import { nameKey } from '../../sync/suggestions.ts'
import { roleIn, useOpenList } from '../../sync/open-list.ts'
import { changeProduct, openListId, write } from './products.ts'
import { type Undo, undo } from '../../sync/undo.ts'

/** Returns a function that finds what the open list already has of a product that is being added. */
export function meetingNow(): (given: Given) => AlreadyThere {
  return meeting(useOpenList.getState().products.values(), nameKey)
}

/** Returns false if somebody has changed the product since the question was asked. */
export function isSameQuestion(asked: Again, now: Again): boolean {
  return asked.there.id === now.there.id && JSON.stringify(agreed(asked)) === JSON.stringify(agreed(now))
}

/** Merges the added product into the existing one. Returns false if it was not saved. */
export async function makeOne(again: Again): Promise<boolean> {
  const change = agreed(again)
  const done = change && (await changeProduct(again.there.id, change))
  if (!done) return false
  const { productName } = again.there
  notify('none', msg`Added to what is there: ${productName}`, undo(done.undo))
  return true
}

/** Marks a bought product as still to buy. Returns false if it was not saved. */
export async function buyAgain(product: ProductView, given: Given): Promise<boolean> {
  const done = await changeProduct(product.id, boughtAgain(product, given))
  if (!done) return false
  const { productName } = product
  notify('none', msg`${productName}: still to buy`, undo(done.undo))
  return true
}

/**
 * Merges a duplicate into the first product of its name and deletes it. `wanted`: the changes to the first product; by
 * default everything that the duplicate adds. Returns null if it is not possible or was not saved.
 */
export async function mergeProducts(
  firstId: string,
  otherId: string,
  wanted?: Merged,
): Promise<{ undo: Undo } | null> {
  const state = useOpenList.getState()
  if (!can(roleIn(state), actionFor('delete'))) return null
  const first = state.products.get(firstId)
  const other = state.products.get(otherId)
  const change = first && other && (wanted ?? merged(first, other))
  if (!change) return null
  const listId = openListId()
  const { sets, back } = setsOf(first, change)
  if (!(await write([...sets, { op: 'delete', rowId: otherId }], listId))) return null
  const again = (): ProductChange => ({ op: 'add', rowId: newId(), value: valueOf(other) })
  return { undo: { run: () => void write([...back, again()], listId), of: [listId, firstId] } }
}
