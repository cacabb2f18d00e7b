import { usualCurrency } from '../../../core/product/currency.ts'
import { listFieldNames, listFields } from '../../../core/product/list-fields.ts'
import { fields } from '../../../core/product/table.ts'
import type { Fail, Memory, Operation } from './memory.ts'
import type { Edit, Seat } from '../seat.ts'
import { type SimServer, storedValues } from '../server.ts'
import type { Watch } from './watch.ts'

/** 8: of the values that the server took, nobody saw an older one after a newer one. */
export function neverAnOlderValue(
  seats: readonly Seat[],
  byId: Map<string, Operation>,
  givenUp: ReadonlySet<string>,
  { broughtBack }: Memory,
  watch: Watch,
  fail: Fail,
) {
  const written = new Map<string, number>()
  for (const edit of seats.flatMap((seat) => [...seat.typed.values()])) {
    const operation = byId.get(edit.opId)
    // A copy of a call may arrive after its changes were given up; the screen showed the old values meanwhile.
    if (operation?.status !== 'applied' || givenUp.has(edit.opId)) continue
    // An add with an existing id writes only the fields that nobody has changed later.
    if (edit.field === 'add' && watch.contested.has(edit.rowId)) continue
    const name = edit.rowId === edit.listId ? 'listName' : 'productName'
    const field = edit.field === 'add' ? name : edit.field
    written.set(`${edit.rowId} ${field} ${edit.value}`, operation.ver)
  }
  for (const seat of seats)
    for (const [key, values] of watch.shown(seat)) {
      if (broughtBack.has(key)) continue
      const versions = values.flatMap((value) => written.get(`${key} ${value}`) ?? [])
      if (versions.some((ver, i) => i > 0 && ver < versions[i - 1]!))
        fail('8 an older value followed a newer one')
    }
}

/** Merging: of two people who did not see each other's edit, the one who typed earlier does not win. */
export function theLaterTypedStays(
  seats: readonly Seat[],
  byId: Map<string, Operation>,
  { delays, edits }: Memory,
  watch: Watch,
  fail: Fail,
) {
  const sets = seats.flatMap((seat) => {
    // Earlier edits of the same person that took longer to arrive have already claimed the field.
    const shift = new Map<string, number>()
    return [...seat.typed.values()]
      .toSorted((a, b) => a.n - b.n)
      .flatMap((edit) => {
        const { opId, rowId, field } = edit
        const key = field === 'add' ? rowId : `${rowId} ${field}`
        const before = Math.max(shift.get(rowId) ?? 0, shift.get(key) ?? 0)
        const delay = Math.max(before, delays.get(opId) ?? 0)
        shift.set(key, delay)
        const operation = byId.get(opId)
        const isSet = field !== 'add' && field !== 'delete' && !watch.contested.has(rowId)
        const applied = operation?.status === 'applied' && isSet
        return applied ? [{ ...edit, seat, delay, ver: operation.ver }] : []
      })
  })
  // What a device typed in the time that its storage has forgotten claimed the field for it too.
  const isClaimed = ({ seat, rowId, field }: (typeof sets)[number], before: number, until: number) =>
    edits.some((own) => {
      const { ver = 0, status } = byId.get(own.opId) ?? {}
      const isOther = own.seat !== seat || own.rowId !== rowId || own.field !== field
      return !isOther && !seat.typed.has(own.opId) && status === 'applied' && ver > before && ver < until
    })
  for (const [, own] of Map.groupBy(sets, (edit) => `${edit.rowId} ${edit.field}`)) {
    const inOrder = own.toSorted((a, b) => a.ver - b.ver)
    for (const [i, later] of inOrder.entries())
      for (const before of inOrder.slice(0, i))
        if (
          before.seat !== later.seat &&
          before.at > later.at + later.delay &&
          !isClaimed(later, before.ver, later.ver)
        )
          fail('merge an edit typed earlier overwrote a later one', [
            { ...before, seat: before.seat.name },
            { ...later, seat: later.seat.name },
          ])
  }
}

/** 2: each field on the server holds the value of its last operation. */
export async function whatWasTakenIsThere(
  server: SimServer,
  listId: string,
  byId: Map<string, Operation>,
  { edits }: Memory,
  watch: Watch,
  fail: Fail,
) {
  const last = new Map<string, { ver: number; value: unknown; userId: string }>()
  for (const { opId, rowId, field, value, whole, also, seat } of edits) {
    const operation = byId.get(opId)
    if (operation?.status !== 'applied' || field === 'delete') continue
    for (const [name, said] of Object.entries(whole ?? { [field]: value, ...also })) {
      if (said === undefined) continue
      const key = `${rowId} ${name}`
      if (operation.ver >= (last.get(key)?.ver ?? 0)) {
        const { userId } = seat
        last.set(key, { ver: operation.ver, value: said, userId })
      }
    }
  }
  const list = await server.list(listId)
  // Who says no currency means the usual one.
  const unsaid = { ver: 0, value: usualCurrency }
  for (const field of listFieldNames) {
    const value = list[listFields[field].column]
    const said = last.get(`${listId} ${field}`) ?? (field === 'currency' ? unsaid : undefined)
    if (said && said.value !== value) fail('2 what was taken of a list is not there', { list, field, said })
  }
  for (const product of await server.products(listId)) {
    if (product.deleted_at > 0 || watch.contested.has(product.id)) continue
    for (const [field, value] of Object.entries(storedValues(product))) {
      const said = last.get(`${product.id} ${field}`)
      // A price that was cleared is unknown.
      if (said && (said.value ?? undefined) !== value)
        fail('2 what was taken is not there', { product, field, said })
    }
    const sets = fields.flatMap((field) => last.get(`${product.id} ${field}`) ?? [])
    const newest = sets.find(({ ver }) => ver === product.ver)
    if (newest && product.changed_by !== newest.userId)
      fail('2 a product is changed by somebody else', { product, newest })
    const tick = last.get(`${product.id} productStatus`)
    if (tick && product.ticked_by !== (tick.value === true ? tick.userId : ''))
      fail('2 a product is ticked by somebody else', { product, tick })
  }
}

/** Returns whether two changes set a field in common: a price is set together with what it is for. */
function isOfSame(one: Edit, other: Edit): boolean {
  const written = new Set<string>([one.field, ...Object.keys(one.also ?? {})])
  return [other.field, ...Object.keys(other.also ?? {})].some((field) => written.has(field))
}

/** Merging: a change is called stale only where somebody else typed later, or seemed to. */
export function nobodyIsRefusedForNothing(
  seats: readonly Seat[],
  byId: Map<string, Operation>,
  { edits, delays, outOfPlace, forgetful }: Memory,
  watch: Watch,
  fail: Fail,
) {
  const client = (opId: string) => byId.get(opId)?.client_id
  const writer = (opId: string) => client(opId)?.split('_')[0]
  // The device's own edits do not count, unless its storage has forgotten them: under the client id that it has then,
  // they look like another device's, and younger by the time they were under way.
  const isForgotten = (seat: Seat, own: string, opId: string) =>
    byId.get(own)?.status === 'applied' &&
    (forgetful.has(seat) || ((outOfPlace.has(own) || !seat.typed.has(own)) && client(own) !== client(opId)))
  // What came from a trial before a sign-out was sent under another name than what comes after.
  const isOfTwoMoves = (row: string, opId: string) =>
    opId.includes('trial-') &&
    edits.some((e) => e.rowId === row && e.opId.includes('trial-') && writer(e.opId) !== writer(opId))
  for (const seat of seats)
    for (const edit of seat.typed.values()) {
      const { opId, rowId, at } = edit
      if (byId.get(opId)?.status !== 'stale' || watch.contested.has(rowId)) continue
      if (isOfTwoMoves(rowId, opId)) continue
      const later = edits.some(
        (other) =>
          (other.seat !== seat || isForgotten(seat, other.opId, opId)) &&
          other.rowId === rowId &&
          // With an add of somebody else the row would be contested.
          (isOfSame(other, edit) || other.field === 'add') &&
          other.at + (delays.get(other.opId) ?? 0) >= at,
      )
      if (!later) fail('merge a change was refused although nobody else typed later', edit)
    }
}
