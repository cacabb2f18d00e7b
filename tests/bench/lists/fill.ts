import { v7 as newId } from 'uuid'
import type { Answer, Body } from '../../../core/contract/api.ts'
import { syncVersion } from '../../../core/product/entities.ts'
import { positionAfter } from '../../../core/product/position.ts'
import type { App } from '../../support/app.ts'

const named = `Milk,Bread,Butter,Eggs,Tea,Coffee,Sugar,Flour,Rice,Pasta,Tomatoes,Cucumbers,Onions,Garlic,Carrots,
Potatoes,Apples,Bananas,Lemons,Oranges,Chicken breast,Minced beef,Ham,Salmon,Yoghurt,Cottage cheese,Cheddar,Cream,
Orange juice,Sparkling water,Olive oil,Vinegar,Mustard,Ketchup,Honey,Jam,Chocolate,Biscuits,Crisps,Peanuts,Salt,
Pepper,Basil,Toilet paper,Paper towels,Washing powder,Dishwasher tablets,Shampoo,Toothpaste,Bin bags`

/** Fifty things that a household buys. */
export const shopping: readonly string[] = named.split(',').map((name) => name.trim())

/** So many lists on the server, with four to twenty products each. */
export async function fill(app: App, token: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const listId = newId()
    const names = shopping.slice(n % 30, (n % 30) + 4 + (n % 17))
    let position: string | null = null
    const date = new Date(Date.now() - n * 86_400_000).toISOString()
    const list = { op: 'add', rowId: listId, value: { listName: `Shopping list no. ${n}`, date } } as const
    const products = names.map((productName) => {
      position = positionAfter(position, Math.random)
      const value = { productName, quantity: 1, unit: 'pcs', position } as const
      return { op: 'add', rowId: newId(), value } as const
    })
    const ops = [list, ...products].map((op, i) => ({ ...op, seq: i + 1, opId: newId(), ageMs: 0 }))
    const body = { v: syncVersion, client: newId(), request: newId(), cursor: 0, ops } as Body<'sync'>
    await app.call<Answer<'sync'>>('POST', `/api/v3/list/${listId}/sync`, body, token)
  }
}
