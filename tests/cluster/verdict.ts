import type { Row } from '../../core/contract/shapes.ts'
import { type Ledger, watched } from './ledger.ts'

/** A product as it is stored. */
export interface Stored {
  id: string
  listId: string
  ver: number
  isDeleted: boolean
  productName: string
  productStatus: boolean
  position: string
  fieldVer: Record<string, number | undefined>
}

/** What a device typed and what it shows at the end. */
export interface Typist {
  email: string
  list: string
  /** the names that were typed last, of its own products that it has not deleted, by id */
  typed: ReadonlyMap<string, string>
  deleted: ReadonlySet<string>
  /** products that every device of the list changes and nobody deletes */
  shared: readonly string[]
  /** product → name, tick and position */
  shown: ReadonlyMap<string, string>
}

interface Found {
  typists: readonly Typist[]
  rows: readonly Stored[]
  /** the changes of names in the history */
  history: readonly { product_id: string; new_value: string }[]
  ledger: Pick<Ledger, 'isStrict' | 'names'> & {
    newest: (rowId: string, field: (typeof watched)[number]) => { ver: number; value: unknown } | undefined
  }
}

/**
 * Returns a sentence for each thing that held, and what did not hold. Nothing is said of what nobody tried: a sentence
 * about no products would be true of an empty database.
 */
export function verdict({ typists, rows, history, ledger }: Found): { held: string[]; faults: string[] } {
  const held: string[] = []
  const faults: string[] = []
  /** @param check returns of how many things it is true; tells faults */
  const part = (sentence: (count: number) => string, check: (tell: (fault: string) => void) => number) => {
    const before = faults.length
    const count = check((fault) => faults.push(fault))
    if (faults.length === before && count > 0) held.push(sentence(count))
  }
  const byId = Map.groupBy(rows, ({ id }) => id)
  /** Tells what is wrong with a product that must be there once, in this list. */
  const stored = (tell: (fault: string) => void, who: string, list: string, id: string, name = '') => {
    const [one, ...others] = byId.get(id) ?? []
    if (!one || one.isDeleted) tell(`${who}: a product is lost: ${id} ${name}`)
    else if (others.length > 0) tell(`${who}: a product is stored ${others.length + 1} times: ${id} ${name}`)
    else if (one.listId !== list) tell(`${who}: a product is in another list: ${id} ${name}`)
    else if (name !== '' && one.productName !== name)
      tell(`${who}: ${name} was typed, ${one.productName} is stored`)
  }

  part(
    (count) =>
      `${count} products that one person typed are stored, each once, with the name that was typed last`,
    (tell) => {
      for (const { email, list, typed } of typists)
        for (const [id, name] of typed) stored(tell, email, list, id, name)
      return typists.reduce((sum, { typed }) => sum + typed.size, 0)
    },
  )
  part(
    (count) => `${count} shared products are stored, each once`,
    (tell) => {
      const lists = new Map(typists.flatMap(({ list, shared }) => shared.map((id) => [id, list] as const)))
      for (const [id, list] of lists) stored(tell, list, list, id)
      return lists.size
    },
  )
  part(
    (count) => `${count} deleted products are gone`,
    (tell) => {
      for (const { email, deleted } of typists)
        for (const id of deleted)
          if (byId.get(id)?.some(({ isDeleted }) => !isDeleted))
            tell(`${email}: a deleted product is there: ${id}`)
      return typists.reduce((sum, { deleted }) => sum + deleted.size, 0)
    },
  )
  const living = rows.filter(({ isDeleted }) => !isDeleted)
  part(
    (count) => `${count} products are stored in all, and none that nobody typed`,
    (tell) => {
      const known = new Set(
        typists.flatMap(({ typed, deleted, shared }) => [...typed.keys(), ...deleted, ...shared]),
      )
      for (const { id, productName } of living)
        if (!known.has(id)) tell(`a product is stored that nobody typed: ${id} ${productName}`)
      return living.length
    },
  )
  part(
    (count) => `${count} devices show what is stored, and nothing else`,
    (tell) => {
      for (const { email, list, shown } of typists) {
        const there = living.filter(({ listId }) => listId === list)
        const otherwise = there.filter((row) => shown.get(row.id) !== shownAs(row))
        if (shown.size !== there.length || otherwise.length > 0)
          tell(
            `${email} shows ${shown.size} products, the list has ${there.length}, ${otherwise.length} of them otherwise`,
          )
      }
      return typists.length
    },
  )
  part(
    (count) => `${count} versions, each of one product`,
    (tell) => {
      const versions = new Set(rows.map(({ listId, ver }) => `${listId} ${ver}`))
      if (versions.size !== rows.length) tell('two products have one version')
      return versions.size
    },
  )
  // Where commits may be lost, what was told may be taken back.
  if (!ledger.isStrict) return { held, faults }

  part(
    (count) => `${count} fields are stored in the newest version that any device was told of`,
    (tell) => {
      for (const row of living)
        for (const field of watched) {
          const newest = ledger.newest(row.id, field)
          const ver = row.fieldVer[field] ?? row.fieldVer['*'] ?? row.ver
          if (!newest || newest.ver !== ver || newest.value !== row[field])
            tell(
              `${row.id} ${field}: ${newest?.value} in version ${newest?.ver} was told, ${row[field]} in version ${ver} is stored`,
            )
        }
      return living.length * watched.length
    },
  )
  part(
    (count) =>
      `${count} acknowledged changes of names, each once in the history, or a later one of that person`,
    (tell) => {
      const named = Map.groupBy(history, ({ product_id }) => product_id)
      for (const { rowId, name } of ledger.names.values()) {
        const values = (named.get(rowId) ?? []).map(({ new_value }) => JSON.parse(new_value) as string)
        const count = values.filter((value) => value === name).length
        // What one person sets again in one go is one entry.
        const isFolded = count === 0 && values.some((value) => isLater(value, name))
        if (count !== 1 && !isFolded)
          tell(`${rowId}: ${name} was acknowledged, and is ${count} times in the history`)
      }
      return ledger.names.size
    },
  )
  return { held, faults }
}

/** Returns whether a name such as 'anna 12' was typed by the same person after another one. */
function isLater(name: string, than: string): boolean {
  const [, who, number] = /^(.*) (\d+)$/.exec(name) ?? []
  const [, other, before] = /^(.*) (\d+)$/.exec(than) ?? []
  return who !== undefined && who === other && Number(number) > Number(before)
}

type Shown = Pick<Row, 'productName' | 'productStatus' | 'position'>

/** Returns what a person sees of a product, to compare it. */
export function shownAs({ productName, productStatus, position }: Shown): string {
  return JSON.stringify([productName, productStatus, position])
}
