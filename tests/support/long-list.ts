import { v7 as newId } from 'uuid'
import type { Answer, Body } from '../../core/contract/api.ts'
import { syncVersion } from '../../core/product/entities.ts'
import { generateNKeysBetween } from 'fractional-indexing'
import type { App } from './app.ts'

const categories = ['Dairy', 'Bakery', 'Vegetables', 'Fruit', 'Meat', 'Household', 'Drinks', '']
const shops = ['Lidl', 'Market', '', '']

/** Creates a list of `count` products on the server. Returns its id. */
export async function longList(app: App, token: string, count: number): Promise<string> {
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'A long list' }, token)
  const places = generateNKeysBetween(null, null, count)
  const client = newId()
  for (let from = 0; from < count; from += 500) {
    const numbers = Array.from({ length: Math.min(500, count - from) }, (_, i) => from + i)
    const ops = numbers.map((n) => ({
      op: 'add' as const,
      seq: n + 1,
      opId: newId(),
      rowId: newId(),
      value: {
        productName: `Product ${n}`,
        quantity: (n % 7) + 1,
        unit: 'pcs' as const,
        productStatus: n % 50 === 0,
        price: (100 + (n % 900)) / 100,
        category: categories[n % categories.length] ?? '',
        shop: shops[n % shops.length] ?? '',
        position: places[n] ?? '',
      },
    }))
    const body: Body<'sync'> = { v: syncVersion, client, request: newId(), cursor: 0, ops }
    await app.call<Answer<'sync'>>('POST', `/api/v3/list/${id}/sync`, body, token)
  }
  return id
}
