import type { Body } from '../../../core/contract/api.ts'
import { isField } from '../../../core/product/fields.ts'
import { isListField } from '../../../core/product/list-fields.ts'
import type { Change, ProductSet } from '../../../core/sync/change.ts'
import { problem } from '../../base/problem.ts'

const idPattern = /^[A-Za-z0-9_-]{1,64}$/

/** One parsed operation of a request. */
export interface SentOperation {
  seq: number
  /** the key under which it is recorded */
  opId: string
  /** the opId used in the response */
  named: string
  change: Change | null
  ageMs: number
}

/** Parses an operation. A malformed one gets `change: null`; only one without a valid `seq` fails the whole request. */
export function readOp(op: unknown, listId: string, { client, v }: Body<'sync'>): SentOperation {
  const {
    seq,
    opId,
    ageMs = 0,
    ...rest
  } = (typeof op === 'object' && op !== null ? op : {}) as Record<string, unknown>
  if (typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1)
    throw problem('invalidRequest', { fields: { ops: 'invalidType' } })
  const named = typeof opId === 'string' ? opId.slice(0, 64) : ''
  const isAge = typeof ageMs === 'number' && Number.isFinite(ageMs)
  const isNamed = typeof opId === 'string' && idPattern.test(opId)
  return {
    seq,
    opId: isNamed ? opId : `!${client}:${seq}`,
    named,
    change: isNamed && isAge ? readChange(rest, listId, v) : null,
    ageMs: isAge ? Math.max(0, ageMs) : 0,
  }
}

/** Protocol version 1 calls the row id `productId` and has no row for the list itself. */
function readChange(sent: Record<string, unknown>, listId: string, version: number): Change | null {
  const name = version === 1 ? 'productId' : 'rowId'
  const { op, [name]: rowId, ...rest } = sent
  if (typeof rowId !== 'string' || !idPattern.test(rowId)) return null
  const isOfList = rowId === listId
  if (isOfList && version === 1) return null
  const keys = Object.keys(rest).toSorted().join()
  if (op === 'delete') return keys === '' ? { op, rowId } : null
  if (op === 'add' && keys === 'value') return { op, rowId, value: rest['value'] as never }
  if (op === 'add' && keys === 'boughtAt,value' && !isOfList && Number.isSafeInteger(rest['boughtAt']))
    return { op, rowId, value: rest['value'] as never, boughtAt: rest['boughtAt'] as number }
  if (op === 'set' && (keys === 'baseVer,field,value' || keys === 'also,baseVer,field,value')) {
    const { field, value, also, baseVer } = rest
    if (typeof baseVer !== 'number') return null
    if (isOfList && isListField(field) && also === undefined)
      return { op, rowId, field, value: value as never, baseVer }
    if (!isOfList && isField(field) && isAlso(also))
      return { op, rowId, field, value: value as never, ...(also && { also }), baseVer }
  }
  return null
}

/** The values are parsed like that of the field. */
function isAlso(also: unknown): also is ProductSet['also'] {
  if (also === undefined) return true
  return typeof also === 'object' && also !== null && Object.keys(also).every(isField)
}
