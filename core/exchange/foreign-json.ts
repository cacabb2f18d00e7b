import { limits } from '../product/entities.ts'
import { type ProductValue } from '../product/table.ts'
import { type Column, columnOf } from './columns.ts'
import type { Collector, ExchangedProduct } from './exchange.ts'
import { NotReadable } from './exchange.ts'
import { isObject, type Json, objectsIn } from './json.ts'
import { productOfRow } from './rows.ts'

/**
 * Reads what other apps give out as JSON: a household of KitchenOwl, a note of Google Keep, the shopping lists of Grocy
 * and Mealie as their APIs answer, and whatever else has lists of named things. Returns false if it has none.
 */
export function readForeignJson(file: unknown, fileName: string, into: Collector): boolean {
  return (
    readKeep(file, fileName, into) ||
    readGrocy(file, fileName, into) ||
    readHousehold(file, fileName, into) ||
    readLists(file, fileName, into)
  )
}

/** A note of Google Keep, as Takeout has it. One in the bin is left out. */
function readKeep(file: unknown, fileName: string, into: Collector): boolean {
  if (!isObject(file) || !Array.isArray(file['listContent'])) return false
  if (file['isTrashed'] === true) return true
  const made = Number(file['createdTimestampUsec']) / 1000
  into.addList({
    listName: file['title'] || fileName,
    ...(made > 0 && made < 8e15 && { date: new Date(made).toISOString() }),
    listStatus: file['isArchived'] === true ? 'archiwum' : 'aktywna',
    products: productsOf(file['listContent'], into),
  })
  return true
}

/**
 * What Grocy's API answers for /objects/shopping_list, with its products, units and lists under their names. Without the
 * products only what has a note has a name.
 */
function readGrocy(file: unknown, fileName: string, into: Collector): boolean {
  const tables: Json = Array.isArray(file) ? { shopping_list: file } : isObject(file) ? file : {}
  const rows = objectsIn(tables['shopping_list'])
  if (rows.length === 0 || !rows.every((row) => 'shopping_list_id' in row)) return false
  const byId = (table: string) => new Map(objectsIn(tables[table]).map((row) => [String(row['id']), row]))
  const [products, units, lists] = [byId('products'), byId('quantity_units'), byId('shopping_lists')]
  const groups = byId('product_groups')
  if (rows.some((row) => row['product_id'] && !products.has(String(row['product_id'])) && !row['note']))
    throw new NotReadable('productsMissing')
  for (const [id, ofList] of Map.groupBy(rows, (row) => String(row['shopping_list_id'])))
    into.addList({
      listName: lists.get(id)?.['name'] || fileName,
      products: ofList.flatMap((row) => {
        const product = products.get(String(row['product_id']))
        const cells: Partial<Record<Column, unknown>> = {
          name: product?.['name'] ?? row['note'],
          quantity: row['amount'],
          unit: units.get(String(row['qu_id']))?.['name'] ?? '',
          note: product ? row['note'] : '',
          category: groups.get(String(product?.['product_group_id']))?.['name'],
          bought: isTrue(row['done']),
        }
        return productOfRow((column) => cells[column], into) ?? []
      }),
    })
  return true
}

/** A household of KitchenOwl: its recipes become templates, and so does what it buys; the file has no lists. */
function readHousehold(file: unknown, fileName: string, into: Collector): boolean {
  if (!isObject(file) || !(Array.isArray(file['recipes']) || 'shoppinglists' in file)) return false
  for (const recipe of objectsIn(file['recipes'])) {
    const products = valuesOf(recipe['items'], into).slice(0, limits.ingredients)
    const { name: templateName, description, yields: portions, source } = recipe
    into.addTemplate({ templateName, description, portions, source }, products)
  }
  const bought = valuesOf(file['items'], into)
  if (bought.length > 0) into.addTemplate({ templateName: file['name'] || fileName }, bought)
  return true
}

/** The names under which apps put the products of a list. */
const contents = ['products', 'items', 'listItems', 'purchase', 'entries', 'list', 'tasks', 'content']

/** Reads one list, an array of them, or an array of products. */
function readLists(file: unknown, fileName: string, into: Collector): boolean {
  const all = Array.isArray(file) ? file : isObject(file) ? [file] : []
  const lists = all.flatMap((one: unknown) => {
    const inside = isObject(one) ? contents.map((name) => one[name]).find(Array.isArray) : undefined
    return isObject(one) && inside ? [{ name: one['name'] ?? one['title'] ?? one['listName'], inside }] : []
  })
  const given = lists.length > 0 ? lists : Array.isArray(file) ? [{ name: fileName, inside: file }] : []
  const read = given.map(({ name, inside }) => ({
    listName: name || fileName,
    products: productsOf(inside, into),
  }))
  for (const list of read) if (list.products.length > 0 || lists.length > 0) into.addList(list)
  // An array of lists, such as all shopping lists of an API.
  if (read.every(({ products }) => products.length === 0) && isObject(file)) {
    const inner = contents.map((name) => file[name]).find(Array.isArray)
    if (inner && objectsIn(inner).some((one) => contents.some((name) => Array.isArray(one[name])))) {
      into.found.lists.length = 0
      return readLists(inner, fileName, into)
    }
  }
  return read.some(({ products }) => products.length > 0)
}

function valuesOf(input: unknown, into: Collector): ProductValue[] {
  return productsOf(input, into).map(({ value }) => value)
}

function productsOf(input: unknown, into: Collector): ExchangedProduct[] {
  const rows = Array.isArray(input) ? input : []
  return inOrder(rows).flatMap((row: unknown) => {
    const cells = typeof row === 'string' ? { name: row } : isObject(row) ? cellsOf(row) : null
    return (cells && productOfRow((column) => cells[column], into)) ?? []
  })
}

function inOrder(rows: readonly unknown[]): readonly unknown[] {
  const isPlaced = rows.every((row) => isObject(row) && typeof row['position'] === 'number')
  return isPlaced
    ? rows.toSorted((a, b) => Number((a as Json)['position']) - Number((b as Json)['position']))
    : rows
}

/** Finds what the properties of a thing mean by their names, as those of a column in a table. */
function cellsOf(row: Json): Partial<Record<Column, unknown>> {
  const cells: Partial<Record<Column, unknown>> = {}
  for (const [key, input] of Object.entries(row)) {
    const column = columnOf(key.replace(/^(?:is|item|product)(?=[A-Z_])_?/u, ''))
    if (!column || column === 'all') continue
    const value = isObject(input) ? (input['name'] ?? input['title']) : input
    if (column === 'bought') cells.bought = isTrue(value)
    else if (cells[column] === undefined || cells[column] === '') cells[column] = value ?? ''
  }
  const food = isObject(row['food']) ? row['food'] : null
  if (food?.['name']) {
    // Mealie: the food is the name, and its label the category.
    cells.name = food['name']
    const label = isObject(row['label']) ? row['label'] : food['label']
    if (isObject(label)) cells.category = label['name']
  } else if (typeof row['display'] === 'string' && cells.name === undefined) {
    cells.name = row['display']
    delete cells.quantity
    delete cells.unit
    cells.note = ''
  }
  if (cells.name === undefined && typeof cells.note === 'string') {
    cells.name = cells.note
    cells.note = ''
  }
  // What describes a thing is often how much of it: KitchenOwl's '500 g', Bring!'s '2'.
  if (cells.quantity === undefined && typeof cells.note === 'string' && /\d/u.test(cells.note)) {
    cells.quantity = cells.note
    cells.note = ''
  }
  return cells
}

function isTrue(input: unknown): boolean {
  return input === true || input === 1 || input === '1' || input === 'true'
}
