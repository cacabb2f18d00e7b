import { limits } from '../product/entities.ts'
import type { Steps } from '../text/steps.ts'
import { type ProductValue } from '../product/table.ts'
import { type Column, columnOf, isYes } from './columns.ts'
import { type Collector, type ExchangedProduct, mostRows, NotReadable } from './exchange.ts'
import { isObject, type Json, objectsIn } from './json.ts'
import { isAmount, productOfRow } from './rows.ts'

/**
 * Reads what other apps give out as JSON: a household of KitchenOwl, a note of Google Keep, the shopping lists of Grocy
 * and Mealie as their APIs answer, and whatever else has lists of named things. Returns false if it has none.
 */
export function* readForeignJson(file: unknown, fileName: string, into: Collector): Steps<boolean> {
  return (
    (yield* readKeep(file, fileName, into)) ||
    (yield* readGrocy(file, fileName, into)) ||
    (yield* readHousehold(file, fileName, into)) ||
    (yield* readLists(file, fileName, into))
  )
}

/** A note of Google Keep, as Takeout has it. One in the bin is left out. */
function* readKeep(file: unknown, fileName: string, into: Collector): Steps<boolean> {
  if (!isObject(file) || !Array.isArray(file['listContent'])) return false
  if (file['isTrashed'] === true) return true
  const made = Number(file['createdTimestampUsec']) / 1000
  into.addList({
    listName: file['title'] || fileName,
    ...(made > 0 && made < 8e15 && { date: new Date(made).toISOString() }),
    listStatus: file['isArchived'] === true ? 'archiwum' : 'aktywna',
    products: yield* productsOf(file['listContent'], into),
  })
  return true
}

/**
 * What Grocy's API answers for /objects/shopping_list, with its products, units and lists under their names. Without the
 * products only what has a note has a name.
 */
function* readGrocy(file: unknown, fileName: string, into: Collector): Steps<boolean> {
  const tables: Json = Array.isArray(file) ? { shopping_list: file } : isObject(file) ? file : {}
  const rows = objectsIn(tables['shopping_list'])
  if (rows.length === 0 || !rows.every((row) => 'shopping_list_id' in row)) return false
  const byId = (table: string) => new Map(objectsIn(tables[table]).map((row) => [String(row['id']), row]))
  const [products, units, lists] = [byId('products'), byId('quantity_units'), byId('shopping_lists')]
  const groups = byId('product_groups')
  if (rows.some((row) => row['product_id'] && !products.has(String(row['product_id'])) && !row['note']))
    throw new NotReadable('productsMissing')
  const cellsIn = (row: Json): Values => {
    const product = products.get(String(row['product_id']))
    return {
      name: product?.['name'] ?? row['note'],
      quantity: row['amount'],
      unit: units.get(String(row['qu_id']))?.['name'] ?? '',
      note: product ? row['note'] : '',
      category: groups.get(String(product?.['product_group_id']))?.['name'],
      bought: isTrue(row['done']),
    }
  }
  for (const [id, ofList] of Map.groupBy(rows, (row) => String(row['shopping_list_id'])))
    into.addList({
      listName: lists.get(id)?.['name'] || fileName,
      products: yield* readRows(ofList, cellsIn, into),
    })
  return true
}

/** A household of KitchenOwl: its recipes become templates, and so does what it buys; the file has no lists. */
function* readHousehold(file: unknown, fileName: string, into: Collector): Steps<boolean> {
  if (!isObject(file) || !(Array.isArray(file['recipes']) || 'shoppinglists' in file)) return false
  for (const recipe of objectsIn(file['recipes'])) {
    const products = (yield* valuesOf(recipe['items'], into)).slice(0, limits.ingredients)
    const { name: templateName, description, yields: portions, source } = recipe
    into.addTemplate({ templateName, description, portions, source }, products)
  }
  const bought = yield* valuesOf(file['items'], into)
  if (bought.length > 0) into.addTemplate({ templateName: file['name'] || fileName }, bought)
  return true
}

/** The names under which apps put the products of a list. */
const contents = ['products', 'items', 'listItems', 'purchase', 'entries', 'list', 'tasks', 'content']

/** Reads one list, an array of lists or of products, or lists inside something else, as an API answers. */
function* readLists(file: unknown, fileName: string, into: Collector): Steps<boolean> {
  const { lost } = into.found
  const rows = Array.isArray(file) ? (file as unknown[]) : isObject(file) && contentOf(file) ? [file] : []
  const read: (Omit<Inside, 'inside'> & { products: ExchangedProduct[] })[] = []
  for (const { inside, ...list } of listsIn(rows, fileName))
    read.push({ ...list, products: yield* productsOf(inside, into) })
  if (read.every(({ products }) => products.length === 0)) {
    into.found.lost = lost
    return false
  }
  for (const { listName, products, isLoose } of read)
    if (!isLoose || products.length > 0) into.addList({ listName, products })
  return true
}

interface Inside {
  listName: unknown
  inside: readonly unknown[]
  /** whether these are products that are in no list */
  isLoose: boolean
}

/** How deep lists may be inside each other; further inside, everything is a product. */
const deepest = 8

/** Finds the lists among these rows. What is beside them and holds nothing goes to a list with the file's name. */
function listsIn(rows: readonly unknown[], fileName: string, depth = 0): Inside[] {
  const loose = rows.filter((row) => !contentOf(row))
  const lists = rows.flatMap((row): Inside[] => {
    const inside = contentOf(row)
    if (!inside || !isObject(row)) return []
    if (depth < deepest && inside.some(isList)) return listsIn(inside, fileName, depth + 1)
    const listName = row['name'] || row['title'] || row['listName'] || fileName
    return [{ listName, inside, isLoose: false }]
  })
  return loose.length > 0 ? [...lists, { listName: fileName, inside: loose, isLoose: true }] : lists
}

/** Returns the array in which a list has its products, rather one with something in it. */
function contentOf(row: unknown): readonly unknown[] | undefined {
  if (!isObject(row)) return undefined
  const arrays = contents.map((name) => row[name]).filter((inside) => Array.isArray(inside))
  return arrays.find(hasRows) ?? arrays[0]
}

function isList(row: unknown): boolean {
  return hasRows(contentOf(row) ?? [])
}

function hasRows(inside: readonly unknown[]): boolean {
  return inside.some((one) => isObject(one) || typeof one === 'string')
}

function* valuesOf(input: unknown, into: Collector): Steps<ProductValue[]> {
  return (yield* productsOf(input, into)).map(({ value }) => value)
}

function* productsOf(input: unknown, into: Collector): Steps<ExchangedProduct[]> {
  const rows = inOrder(Array.isArray(input) ? input : [])
  return yield* readRows(
    rows,
    (row) => (isObject(row) ? cellsOf(row) : typeof row === 'string' ? { name: row } : {}),
    into,
  )
}

type Values = Partial<Record<Column, unknown>>

/** Makes a product of each row. */
function* readRows<R>(
  rows: readonly R[],
  cellsIn: (row: R) => Values,
  into: Collector,
): Steps<ExchangedProduct[]> {
  if (rows.length > mostRows) throw new NotReadable('fileTooLarge')
  const products: ExchangedProduct[] = []
  for (const row of rows) {
    yield
    const cells = cellsIn(row)
    const product = productOfRow((column) => cells[column], into)
    if (product) products.push(product)
    // Apps leave an empty row at the end of a list; nothing is lost with it.
    else if (cells.name !== '') into.found.lost++
  }
  return products
}

function inOrder(rows: readonly unknown[]): readonly unknown[] {
  const isPlaced = rows.every((row) => isObject(row) && typeof row['position'] === 'number')
  return isPlaced
    ? rows.toSorted((a, b) => Number((a as Json)['position']) - Number((b as Json)['position']))
    : rows
}

/** Where to-do apps have the name of a thing. */
const nameKeys = ['content', 'summary', 'task']

/** Finds what the properties of a thing mean by their names, as those of a column in a table. */
function cellsOf(row: Json): Values {
  const cells: Values = {}
  for (const [key, input] of Object.entries(row)) {
    const column = columnOf(key.replace(/^(?:is|item|product)(?=[A-Z_])_?/u, ''))
    if (!column || column === 'all') continue
    const value = isObject(input) ? (input['name'] ?? input['title']) : input
    if (column === 'bought') cells.bought = cells.bought === true || isTrue(value)
    else if (cells[column] === undefined || cells[column] === '') cells[column] = value ?? ''
  }
  if (typeof row['status'] === 'string' && /^(?:completed|done)$/iu.test(row['status'])) cells.bought = true
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
  const otherName = nameKeys.map((key) => row[key]).find((text) => typeof text === 'string' && text !== '')
  if (otherName !== undefined) cells.name ||= otherName
  if (cells.name === undefined && typeof cells.note === 'string') {
    cells.name = cells.note
    cells.note = ''
  }
  // What describes a thing is often how much of it: KitchenOwl's '500 g', Bring!'s '2'.
  if (cells.quantity === undefined && typeof cells.note === 'string' && isDescribedAmount(cells.note)) {
    cells.quantity = cells.note
    cells.note = ''
  }
  return cells
}

function isDescribedAmount(note: string): boolean {
  return /\d/u.test(note) && isAmount(note)
}

/** Returns whether this is a day on which something can have been bought: some programs write the year 1 for none. */
function isDay(input: unknown): boolean {
  return typeof input === 'string' && /^\d{4}-\d\d-\d\d/u.test(input) && Date.parse(input) > 0
}

function isTrue(input: unknown): boolean {
  return isYes(input) || isDay(input)
}
