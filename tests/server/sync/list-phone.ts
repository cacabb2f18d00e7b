import type { Answer } from '../../../core/contract/api.ts'
import type { ListRow } from '../../../core/contract/shapes.ts'
import type { Person, Reply, TestServer } from '../../support/server.ts'

export type Op = Record<string, unknown>

export const date = '2026-11-20T08:00:00.000Z'

/** Operations as version 2 sends them, without their place in the sequence. */
export const addList = (list: string, value: object = {}, more: object = {}): Op => ({
  op: 'add',
  rowId: list,
  value: { listName: 'Weekend', date, ...value },
  ...more,
})
export const setList = (list: string, field: string, value: unknown, more: object = {}): Op => ({
  op: 'set',
  rowId: list,
  field,
  value,
  baseVer: 0,
  ...more,
})
export const remove = (rowId: string): Op => ({ op: 'delete', rowId })
export const addProduct = (rowId: string, value: object = {}): Op => ({
  op: 'add',
  rowId,
  value: { productName: rowId, ...value },
})

export interface SyncReply extends Reply {
  body: Answer<'sync'> & { code: string; fields?: Record<string, string> }
}

/** A device: it numbers its operations one after the other, from `seq` on. */
export function phone(server: TestServer, who: Person, list: string, client: string) {
  let next = 1
  const post = (ops: readonly Op[], more: object = {}): Promise<SyncReply> =>
    server.call(who, 'POST', `/api/v3/list/${list}/sync`, {
      v: 2,
      client,
      request: 'r',
      cursor: 0,
      ops,
      ...more,
    })
  const numbered = (ops: readonly Op[], seq: number) =>
    ops.map((op, i) => ({ seq: seq + i, opId: `${client}-${seq + i}`, ageMs: 0, ...op }))
  return {
    /** sends them as they are */
    post,
    numbered,
    /** sends them at the end of the sequence, which goes on only if they were taken */
    async send(ops: readonly Op[], more: object = {}): Promise<SyncReply> {
      const reply = await post(numbered(ops, next), more)
      if (reply.status === 200) next += ops.length
      return reply
    },
    pull: (cursor = 0, more: object = {}) => post([], { cursor, ...more }),
  }
}

export function listRowIn({ rows }: Pick<Answer<'sync'>, 'rows'>): ListRow | undefined {
  return rows.find((row): row is ListRow => 'kind' in row)
}

/** Why each operation was refused, by its number. */
export function whys({ results }: Pick<Answer<'sync'>, 'results'>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(results).map(([seq, { why }]) => [seq, why]))
}
