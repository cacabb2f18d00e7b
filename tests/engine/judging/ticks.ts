import { wordsKey } from '../../../core/text/normalise.ts'
import type { Edit } from '../seat.ts'
import type { SimServer } from '../server.ts'
import type { Fail, Memory, Operation } from './memory.ts'
import type { Watch } from './watch.ts'

/** A product after the operations that the server applied. */
interface Replayed {
  values: Record<string, unknown>
  isDeleted: boolean
  /** when it was ticked; 0: it is not ticked; null: not judged */
  tickedAt: number | null
}

/**
 * 18: spending is summed by the day of the tick. So a product keeps the time at which its tick was typed until it is
 * unticked. A tick that is sent again, a tick of a ticked product, another field and a delete do not change it. A run
 * lasts minutes, so each untick is a correction (decision 141).
 */
export async function eachTickKeepsItsTime(
  server: SimServer,
  listId: string,
  byId: ReadonlyMap<string, Operation>,
  memory: Memory,
  watch: Watch,
  fail: Fail,
): Promise<void> {
  const replayed = replay(listId, byId, memory)
  for (const product of await server.products(listId)) {
    const expected = replayed.get(product.id)?.tickedAt ?? null
    const isJudged = expected !== null && !watch.contested.has(product.id)
    if (isJudged && product.ticked_at !== expected)
      fail('18 a tick has another time than when it was typed', { product, expected })
  }
}

function replay(
  listId: string,
  byId: ReadonlyMap<string, Operation>,
  { edits, journeys }: Memory,
): Map<string, Replayed> {
  const products = new Map<string, Replayed>()
  const once = new Map(edits.toReversed().map((edit) => [edit.opId, edit]))
  const applied = [...once.values()]
    .flatMap((edit) => {
      const operation = byId.get(edit.opId)
      const isApplied = operation?.status === 'applied' && edit.listId === listId && edit.rowId !== listId
      return isApplied ? [{ edit, ver: operation.ver, servedAt: operation.at }] : []
    })
    // An add of a row that is there already is answered with the row's version.
    .toSorted((a, b) => a.ver - b.ver || a.servedAt - b.servedAt)
  for (const { edit, servedAt } of applied) {
    // A call says how long ago each change was typed; how long the call was under way, the server cannot know.
    const journey = journeys.get(edit.opId)?.find((one) => one.servedAt === servedAt)
    apply(products, edit, journey ? edit.at + servedAt - journey.sentAt : null)
  }
  return products
}

function apply(products: Map<string, Replayed>, edit: Edit, typedAt: number | null): void {
  const { rowId, field, value, whole } = edit
  if (field === 'add') {
    if (products.has(rowId)) return // only the first add makes the row
    const values: Record<string, unknown> = { ...whole }
    const tickedAt = values['productStatus'] === true ? tickOfNew(products, values, typedAt) : 0
    products.set(rowId, { values, isDeleted: false, tickedAt })
    return
  }
  const product = products.get(rowId)
  if (!product) return
  const wasTicked = product.values['productStatus'] === true
  if (field === 'delete') product.isDeleted = true
  else product.values[field] = value
  if (field === 'productStatus' && value !== wasTicked) product.tickedAt = value === true ? typedAt : 0
}

/**
 * A product that is added as bought may be the undo of a delete, which takes over the tick. That happens in about one
 * of 1 000 runs, and which of several equal products is taken is not promised: none of them is judged.
 */
function tickOfNew(
  products: ReadonlyMap<string, Replayed>,
  values: Record<string, unknown>,
  typedAt: number | null,
): number | null {
  const key = keyOf(values)
  const same = [...products.values()].filter((one) => one.isDeleted && keyOf(one.values) === key)
  for (const one of same) one.tickedAt = null
  return same.length > 0 ? null : typedAt
}

function keyOf({ productName, price, quantity, unit }: Record<string, unknown>): string {
  return JSON.stringify([wordsKey(String(productName)), price, quantity, unit])
}
