import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js'
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { Answer, Body, CallName, Params } from '../../core/contract/api.ts'
import { listsCalls } from '../../core/contract/lists.ts'
import { moneyCalls } from '../../core/contract/money.ts'
import { written } from '../../core/contract/product.ts'
import { recipeCalls } from '../../core/contract/recipe.ts'
import { suggestionsCalls } from '../../core/contract/suggestions.ts'
import { Closed, Id } from '../../core/contract/wire.ts'
import { type Language, type Unit } from '../../core/product/entities.ts'
import { baseUnit, type LastPrice } from '../../core/product/prices.ts'
import { formFields } from '../../core/product/table.ts'
import { inWholePieces, scaleIngredient } from '../../core/recipe/portions.ts'
import { catalogueName, productKey } from '../../core/text/product-key.ts'
import { understand } from '../../core/text/quick-add.ts'
import { type Parts, Refused } from '../http/own-calls.ts'

/** Makes a call of the REST contract as the caller of a tool; throws `Refused`. */
export type MakeCall = <N extends CallName>(name: N, parts?: Parts<N>) => Promise<Answer<N>>

interface Tool {
  name: string
  description: string
  input: TObject
  annotations: ToolAnnotations
  run: (call: MakeCall, given: object, language: Language) => Promise<unknown>
}

function tool<P extends TProperties>(
  name: string,
  description: string,
  input: P,
  annotations: ToolAnnotations,
  run: (call: MakeCall, given: Static<TObject<P>>, language: Language) => Promise<unknown>,
): Tool {
  const of = (call: MakeCall, given: object, language: Language) =>
    run(call, given as Static<TObject<P>>, language)
  return { name, description, input: Closed(input), annotations, run: of }
}

/** How many products one call of a tool adds, ticks or removes at most. */
const most = 100
const list = Type.Unsafe<string>({ ...Id, description: 'the id of a list' })
const products = Type.Array(Id, { minItems: 1, maxItems: most, description: 'ids of products of the list' })
const recipe = recipeCalls.readRecipe.body.properties
const reads = { readOnlyHint: true, openWorldHint: false }
const adds = { readOnlyHint: false, destructiveHint: false, openWorldHint: false }
const changes = { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }

export const tools: readonly Tool[] = [
  tool(
    'lists',
    'The lists that this token may open, the newest first.',
    listsCalls.lists.query.properties,
    reads,
    (call, query) => call('lists', { query }),
  ),
  tool(
    'read_list',
    'A list with its products. What is still to buy, unless `bought` is true: then everything.',
    { list, bought: Type.Optional(Type.Boolean()) },
    reads,
    async (call, { list: id, bought = false }) => {
      const { products: all = [], ...whole } = await call('list', { params: { id } })
      return { ...whole, products: all.filter((one) => bought || !one.productStatus).map(brief) }
    },
  ),
  tool(
    'add',
    "Adds products, one for each line, typed as a person would in any of the app's languages: '2 kg potatoes', 'milk 3,49', " +
      "'jajka 10 szt'. What is still to buy on the list is not added again, unless `again` is true. The answer says " +
      'how each line was understood: check amounts and prices, and correct them with `change`.',
    {
      list,
      lines: Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { minItems: 1, maxItems: most }),
      again: Type.Optional(Type.Boolean()),
    },
    adds,
    async (call, { list: id, lines, again = false }, language) => {
      const read = await readerOf(call, id, language)
      return each(lines, async (line) => {
        const said = await read(line)
        return addTo(call, id, { ...said, ifAbsent: !again })
      })
    },
  ),
  tool(
    'tick',
    'Ticks products as bought, or takes the tick back with `bought` false.',
    { list, products, bought: Type.Optional(Type.Boolean()) },
    changes,
    (call, { list: idList, products: ids, bought = true }) =>
      each(ids, (id) => edit(call, { idList, id }, { productStatus: bought })),
  ),
  tool(
    'change',
    'Changes fields of a product, one after the other. A price is for what `priceFor` says; null makes it unknown.',
    {
      list,
      product: Id,
      ...written(formFields),
      // Not the contract's schema with two types: some assistants read only one.
      price: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    },
    changes,
    (call, { list: idList, product: id, ...values }) =>
      each(Object.entries(values), ([field, value]) => edit(call, { idList, id }, { [field]: value })),
  ),
  tool(
    'remove',
    'Removes products from a list. In the app, its history can bring them back for 30 days.',
    { list, products },
    changes,
    (call, { list: idList, products: ids }) =>
      each(ids, (id) => call('deleteProduct', { params: { idList, id } })),
  ),
  tool(
    'history',
    'What changed in a list in the last 30 days, by whom, the newest first.',
    { list, ...listsCalls.history.query.properties },
    reads,
    (call, { list: id, ...query }) => call('history', { params: { id }, query }),
  ),
  tool(
    'prices',
    'What a product cost before, the newest first; each price is for one kg, l, m or piece.',
    suggestionsCalls.priceHistory.params.properties,
    reads,
    (call, params) => call('priceHistory', { params }),
  ),
  tool(
    'spending',
    'What was spent: one sum for each key and currency. Never add up sums of two currencies.',
    moneyCalls.spending.query.properties,
    reads,
    (call, query) => call('spending', { query }),
  ),
  tool(
    'read_recipe',
    'The ingredients of a recipe, from the address of its page or from its text. Adds nothing.',
    recipe,
    { ...reads, openWorldHint: true },
    (call, body) => call('readRecipe', { body }),
  ),
  tool(
    'recipe_to_list',
    'Adds the ingredients of a recipe to a list, for `portions` if the recipe says for how many it is. Leaves out ' +
      'what is still to buy on the list already, and the `without` names.',
    {
      list,
      ...recipe,
      portions: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
      without: Type.Optional(Type.Array(Type.String(), { maxItems: most })),
    },
    { ...adds, openWorldHint: true },
    async (call, { list: id, portions, without = [], ...body }, language) => {
      const { ingredients, ...found } = await call('readRecipe', { body })
      const [from, to] = found.portions && portions ? [found.portions, portions] : [1, 1]
      const left = new Set(without.map(productKey))
      const wanted = ingredients.filter(({ productName }) => !left.has(productKey(productName)))
      const items = await each(wanted, (ingredient) => {
        const { quantity, unit, note, ...scaled } = scaleIngredient(ingredient, from, to)
        const productName = catalogueName(scaled.productName, language)
        const amount = quantity === null ? {} : inWholePieces({ quantity, unit: unit ?? 'pcs' })
        const value = { productName, ...amount, ...(note !== undefined && { note }) }
        return addTo(call, id, { ...value, ifAbsent: true })
      })
      return { ...found, scaled: from !== to, items }
    },
  ),
]

/** Returns a product as an assistant reads it: without what is empty, and without a price that nobody knows. */
function brief(product: Answer<'addProduct'>): object {
  const { ver: _, category_id: _id, icon: _icon, position: _position, priceUnknown, ...shown } = product
  const isSaid = ([field, value]: [string, unknown]) =>
    value !== '' && value !== null && !(priceUnknown && field === 'price')
  return Object.fromEntries(Object.entries(shown).filter(isSaid))
}

/** Adds a product. Of one that is there already, says too what it would have been: nothing of that was stored. */
async function addTo(call: MakeCall, listId: string, wanted: Body<'addProduct'>): Promise<object> {
  const id = uuidv7()
  const product = await call('addProduct', { params: { id: listId }, body: { ...wanted, id } })
  if (product.id === id) return { product: brief(product) }
  const { ifAbsent: _, ...notAdded } = wanted
  return { alreadyThere: brief(product), notAdded }
}

async function edit(call: MakeCall, params: Params<'editProduct'>, body: Body<'editProduct'>) {
  return { product: brief(await call('editProduct', { params, body })) }
}

/** Runs one call after the other, and says of each how it ended. Throws if the first is refused: so will the others. */
async function each<T>(all: readonly T[], run: (one: T) => Promise<object>): Promise<object[]> {
  const done: object[] = []
  for (const of of all) {
    try {
      done.push({ of, ...(await run(of)) })
    } catch (error) {
      if (!(error instanceof Refused) || done.length === 0) throw error
      done.push({ of, refused: JSON.parse(error.message) as object })
    }
  }
  return done
}

/** Returns what understands the lines for a list: with its currency, the household's names and their last prices. */
async function readerOf(call: MakeCall, id: string, language: Language) {
  const { currency, products: listed = [] } = await call('list', { params: { id } })
  // A token for some lists reads no names of the others.
  const used = await call('products').catch(orRefused(listed))
  const names = new Set(used.map(({ productName }) => productKey(productName)))
  const known = {
    ...(currency !== undefined && { currency }),
    isName: (text: string) => names.has(productKey(text)),
  }
  return async (line: string) => {
    const plain = understand(line, known)
    const last = plain.price === undefined ? undefined : await lastPricesOf(call, plain.productName, currency)
    const said = last ? understand(line, { ...known, lastPrice: last }) : plain
    return { ...said, productName: catalogueName(said.productName, language) }
  }
}

/** Returns what a product cost the last time, by unit. */
async function lastPricesOf(call: MakeCall, productName: string, currency: string | undefined) {
  const history = await call('priceHistory', { params: { productName } }).catch(orRefused([]))
  return (_: string, unit: Unit): LastPrice | undefined => {
    const last = history.find((one) => one.currency === currency && baseUnit(one.unit) === baseUnit(unit))
    return last && { price: last.price, at: Date.parse(last.date) }
  }
}

const orRefused =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (error instanceof Refused) return instead
    throw error
  }
