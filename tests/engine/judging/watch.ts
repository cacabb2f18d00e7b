import { type Field, fields } from '../../../core/product/table.ts'
import { usualCurrency } from '../../../core/product/currency.ts'
import type { FieldValue } from '../../../core/product/fields.ts'
import type { List } from '../../../core/contract/shapes.ts'
import { listFieldNames } from '../../../core/product/list-fields.ts'
import { isOfList, isOfProduct, type ProductSet, writtenBy } from '../../../core/sync/change.ts'
import { projectList } from '../../../core/sync/list-row.ts'
import type { Stream } from '../../../core/sync/replica.ts'
import { type Entry, type ProductView, project, readField } from '../../../core/sync/mutation.ts'
import type { Seat } from '../seat.ts'

/** The values of these fields are not unique: a value that reappears may have been typed again. */
const repeated: readonly Field[] = ['productStatus', 'unit', 'priceFor', 'category']

/** What a person at one seat has seen so far. */
interface Sight {
  cursor: number
  epoch: string | null
  versions: Map<string, number>
  gone: Set<string>
  tombstones: string[]
  /** the products on the screen, and those that disappeared without being deleted on this device */
  there: Set<string>
  vanished: Set<string>
  /** the values that each field showed, in order */
  shown: Map<string, FieldValue[]>
}

function noteShown(sight: Sight, key: string, value: FieldValue): void {
  const values = sight.shown.get(key)
  if (!values) sight.shown.set(key, [value])
  else if (values.at(-1) !== value) values.push(value)
}

/** The watches of all lists, and what they share. */
export class Watches {
  readonly violations = new Set<string>()
  /** products whose id two people used: the checks of a product's life do not apply */
  readonly contested = new Set<string>()
  /**
   * products from the time that a backup undid, whose tombstones were pruned: a device that knew them may
   * re-add them
   */
  readonly pruned = new Set<string>()
  /** products that a device tried to bring back after a restored backup and may not edit: gone until another one does */
  readonly awaited = new Set<string>()
  readonly #byList = new Map<string, Watch>()

  of(listId: string): Watch {
    const watch = this.#byList.get(listId) ?? new Watch(listId, this)
    this.#byList.set(listId, watch)
    return watch
  }

  get ids(): string[] {
    return [...this.#byList.keys()]
  }

  get all(): Watch[] {
    return [...this.#byList.values()]
  }
}

export interface Seen {
  views: ProductView[]
  entries: Entry[]
}

const nothing = (): Sight => ({
  cursor: 0,
  epoch: null,
  versions: new Map(),
  gone: new Set(),
  tombstones: [],
  there: new Set(),
  vanished: new Set(),
  shown: new Map(),
})

/**
 * Checks each device after every step: invariants 5, 6 and 9, which must hold at any moment. Records data
 * for 8.
 */
export class Watch {
  readonly violations: Set<string>
  readonly #seen = new Map<Seat, Seen>()
  readonly #sights = new Map<Seat, Sight>()
  readonly #listId: string
  /** whether the list is on each screen, or was */
  readonly #lists = new Map<Seat, 'there' | 'vanished'>()
  readonly contested: ReadonlySet<string>
  readonly pruned: ReadonlySet<string>
  readonly awaited: ReadonlySet<string>
  constructor(listId: string, { violations, contested, pruned, awaited }: Watches) {
    this.#listId = listId
    this.violations = violations
    this.contested = contested
    this.pruned = pruned
    this.awaited = awaited
  }

  /** The storage lost its data, or the person signed out: what they saw before no longer counts. */
  forget(seat: Seat): void {
    this.#sights.delete(seat)
    this.#lists.delete(seat)
  }

  /** The server lost its memory: fields may show old values again. */
  forgetShown(): void {
    for (const sight of this.#sights.values()) sight.shown.clear()
  }

  /** The person deletes the product, whether or not the delete succeeds. */
  deleted(seat: Seat, id: string): void {
    this.#sights.get(seat)?.there.delete(id)
  }

  /** The person deletes the list, and the storage may not know that the server has it. */
  mayComeBack(seat: Seat): void {
    this.#lists.delete(seat)
  }

  shown(seat: Seat): Map<string, FieldValue[]> {
    return this.#sights.get(seat)?.shown ?? new Map()
  }

  /** What the device showed at the last look. */
  seen(seat: Seat): Seen {
    return this.#seen.get(seat) ?? { views: [], entries: [] }
  }

  async look(seat: Seat): Promise<Seen> {
    const { stream, rows, entries } = await seat.db.readList(this.#listId)
    let sight = this.#sights.get(seat) ?? nothing()
    if (!stream) sight = nothing()
    else if (stream.epoch !== sight.epoch)
      sight = { ...nothing(), epoch: stream.epoch, gone: new Set(sight.tombstones) }
    this.#sights.set(seat, sight)
    if (stream && stream.cursor < sight.cursor) this.violations.add('6 a cursor went back')
    sight.cursor = stream?.cursor ?? 0
    for (const row of rows) {
      if (row.ver < (sight.versions.get(row.id) ?? 0)) this.violations.add('6 a row went back')
      sight.versions.set(row.id, row.ver)
      if (row.deleted) sight.gone.add(row.id)
    }
    sight.tombstones = rows.filter((row) => row.deleted).map((row) => row.id)
    const seen = { views: project(rows, entries), entries }
    this.#seen.set(seat, seen)
    const views = new Map(seen.views.map((view) => [view.id, view]))
    for (const id of views.keys())
      if (sight.gone.has(id) && !this.contested.has(id) && !this.pruned.has(id))
        this.violations.add('9 a deleted product came back')
    await this.#comings(seat, sight, views)
    this.#ownEdits(sight, views, entries)
    for (const view of views.values()) this.#note(sight, view)
    const list = projectList(stream, entries)
    if (list) this.#noteList(sight, list, entries)
    // A list that could not be sent is in the tray; the server may have received it all the same.
    const isTold = (await seat.db.tray()).some((item) => item.entry.rowId === this.#listId)
    if (isTold) this.#lists.delete(seat)
    else this.#comingsOfList(seat, stream, list)
    for (const { device } of seat.contexts)
      for (const failure of device.failures.splice(0))
        this.violations.add(
          `0 a device failed: ${failure instanceof Error ? failure.message : String(failure)}`,
        )
    return seen
  }

  /** 5: a product on the screen does not disappear for a moment. */
  async #comings(seat: Seat, sight: Sight, views: Map<string, ProductView>): Promise<void> {
    const left = [...sight.there].filter((id) => !views.has(id))
    if (left.length > 0) {
      // A change that could not be sent is in the tray; the server may have received it all the same.
      const told = (await seat.db.tray()).flatMap(({ entry, hung }) => [entry, ...hung])
      const tray = new Set(told.map(({ rowId }) => rowId))
      for (const id of left) if (!tray.has(id)) sight.vanished.add(id)
    }
    for (const id of views.keys())
      if (sight.vanished.has(id) && !this.contested.has(id) && !this.awaited.has(id))
        this.violations.add('5 a product was gone for a moment')
    sight.there = new Set(views.keys())
  }

  /** 5: a list on the screen does not disappear for a moment. */
  #comingsOfList(seat: Seat, stream: Stream | undefined, list: List | null): void {
    const before = stream || list ? this.#lists.get(seat) : undefined
    if (list && before === 'vanished') this.violations.add('5 a list was gone for a moment')
    if (list) this.#lists.set(seat, 'there')
    else if (before) this.#lists.set(seat, 'vanished')
    else this.#lists.delete(seat)
  }

  /** 5: the screen shows the changes that wait in the outbox. */
  #ownEdits(sight: Sight, views: Map<string, ProductView>, entries: readonly Entry[]): void {
    const last = new Map(
      entries
        .filter((e) => isOfProduct(e.listId, e) && e.op === 'set')
        .flatMap((e) =>
          e.op === 'set' ? writtenBy(e as ProductSet).map((one) => [e.rowId, ...one] as const) : [],
        )
        .map(([rowId, field, value]) => [`${rowId} ${field}`, { rowId, field, value }] as const),
    )
    for (const { rowId, field, value } of last.values()) {
      const view = views.get(rowId)
      if (view && !this.contested.has(view.id) && (readField(view, field) ?? null) !== value)
        this.violations.add(`5 an own ${field} that waits is not shown`)
    }
    for (const entry of entries) {
      if (!isOfProduct(entry.listId, entry) || this.contested.has(entry.rowId)) continue
      if (entry.op === 'delete' && views.has(entry.rowId))
        this.violations.add('5 an own delete that waits is not shown')
      const deleted = entries.some((e) => e.op === 'delete' && e.rowId === entry.rowId)
      if (entry.op === 'add' && !deleted && !views.has(entry.rowId) && !sight.gone.has(entry.rowId))
        this.violations.add('5 an own product that waits is not shown')
    }
  }

  #note(sight: Sight, view: ProductView): void {
    for (const field of fields) {
      if (repeated.includes(field)) continue
      const value = readField(view, field)
      if (value !== undefined) noteShown(sight, `${view.id} ${field}`, value)
    }
  }

  /** 5: the list shows the name, the status and the currency that wait in the outbox. */
  #noteList(sight: Sight, list: List, entries: readonly Entry[]): void {
    noteShown(sight, `${list.id} listName`, list.listName)
    // The usual currency is chosen again and again; each other one is new.
    const { currency = usualCurrency } = list
    if (currency !== usualCurrency) noteShown(sight, `${list.id} currency`, currency)
    for (const field of listFieldNames) {
      const last = entries.findLast((e) => isOfList(e.listId, e) && e.op === 'set' && e.field === field)
      if (last?.op === 'set' && list[field] !== last.value)
        this.violations.add(`5 an own ${field} that waits is not shown`)
    }
  }
}
