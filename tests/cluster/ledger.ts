import type { FieldValue } from '../../core/product/fields.ts'
import type { Field } from '../../core/product/table.ts'
import type { Row } from '../../core/contract/shapes.ts'
import { fieldVersion, readField } from '../../core/sync/mutation.ts'

/** The fields that the devices write. */
export const watched = ['productName', 'productStatus', 'position'] as const satisfies Field[]

interface Told {
  ver: number
  value: FieldValue
}

/** What the devices of all lists were told about each field of each product, and what was acknowledged. */
export class Ledger {
  /** ids of products are unique over all lists: `product field` → version → value */
  readonly #told = new Map<string, Map<number, FieldValue>>()
  /** `device product field` → the last that this device was told */
  readonly #last = new Map<string, Told>()
  /** `device product`, of those that the device was told are deleted */
  readonly #gone = new Set<string>()
  readonly #faults: string[]
  /** acknowledged names, by the id of the operation: an operation may be acknowledged twice */
  readonly names = new Map<string, { rowId: string; name: string }>()
  /** false: commits may be lost, so what was told may be taken back */
  isStrict = true

  constructor(faults: string[]) {
    this.#faults = faults
  }

  /** Notes the rows of one answer to a device. Answers to one device come one after the other. */
  note(device: string, rows: readonly Row[]): void {
    if (!this.isStrict) return
    for (const row of rows) {
      const gone = `${device} ${row.id}`
      if (row.deleted) this.#gone.add(gone)
      else if (this.#gone.has(gone)) this.#faults.push(`${device}: a deleted product came back: ${row.id}`)
      if (!row.deleted) for (const field of watched) this.#noteField(device, row, field)
    }
  }

  #noteField(device: string, row: Row, field: Field): void {
    const key = `${row.id} ${field}`
    const now: Told = { ver: fieldVersion(row, field), value: readField(row, field) ?? '' }
    const versions = this.#told.get(key) ?? new Map<number, FieldValue>()
    const before = this.#last.get(`${device} ${key}`)
    const other = versions.get(now.ver)
    const what = `${device}: ${key}`
    if (other !== undefined && other !== now.value)
      this.#faults.push(`${what} in version ${now.ver} is ${now.value}, and was ${other}`)
    if (before && now.ver < before.ver)
      this.#faults.push(`${what} went from version ${before.ver} back to ${now.ver}`)
    // Every name and every position is written once. A tick may be as it was before.
    const isOld = [...versions].some(([ver, value]) => ver < now.ver && value === now.value)
    if (field !== 'productStatus' && isOld)
      this.#faults.push(`${what} has an older value again: ${now.value}`)
    this.#told.set(key, versions.set(now.ver, now.value))
    this.#last.set(`${device} ${key}`, now)
  }

  /** Returns the newest that any device was told of a field. */
  newest(rowId: string, field: Field): Told | undefined {
    let newest: Told | undefined
    for (const [ver, value] of this.#told.get(`${rowId} ${field}`) ?? [])
      if (!newest || ver > newest.ver) newest = { ver, value }
    return newest
  }
}
