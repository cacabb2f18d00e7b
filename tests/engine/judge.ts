import type { Selectable } from 'kysely'
import { fieldVersion, project, valueOf } from '../../core/mutation.ts'
import type { Field, Row } from '../../core/entities.ts'
import type { OperationTable } from '../../server/db/schema.ts'
import type { Edit, Seat } from './seat.ts'
import type { SimServer } from './server.ts'
import type { Watch } from './watch.ts'

type Operation = Selectable<OperationTable>

/** What the simulation remembers that neither a device nor the server must be asked about. */
export interface Memory {
  /** product → every name ever typed for it */
  names: Map<string, Set<string>>
  /** everything anybody typed, also what their storage forgot since */
  edits: (Edit & { userId: string })[]
  /** operations that the server had and lost with a restored backup, with the version each had taken */
  undone: Map<string, number>
  /** products that somebody deleted, whose storage remembers it */
  deleted: Map<string, Seat>
  /** how long an operation was under way before the server saw it: so much younger it seems there */
  delays: Map<string, number>
  /** what the best informed device had when the backup was put back, and up to which version it was kept */
  known: { rows: Row[]; head: number; at: number; userId: string } | null
}

/** After the faults stopped and everything was sent: what must hold between the devices and the server. */
export async function judge(
  server: SimServer,
  listId: string,
  seats: readonly Seat[],
  watch: Watch,
  memory: Memory,
  say: (what: string) => void,
): Promise<void> {
  const operations = await server.operations(listId)
  const byId = new Map(operations.map((operation) => [operation.op_id, operation]))
  const fail: Fail = (what, about) => {
    watch.violations.add(what)
    say(`${what}: ${JSON.stringify(about)}`)
  }
  const { head } = await server.list(listId)
  const taken = operations.filter((o) => o.status === 'applied' && o.ver > 0).map((o) => o.ver)
  if (new Set(taken).size !== head) fail('2 an operation took effect twice, or without being recorded')
  const shared = new Set(taken.filter((ver, i) => taken.indexOf(ver) !== i))
  await everybodyAgrees(server, listId, seats, fail)
  await everyAccountItsOwn(server, listId, seats, byId, fail)
  for (const seat of seats) {
    const tray = new Map(
      (await seat.db.tray()).flatMap((item) => [item.entry, ...item.hung].map((e) => [e.opId, e])),
    )
    const edits = [...seat.typed.values()].toSorted((a, b) => a.n - b.n)
    let last = 0
    for (const edit of edits) {
      const operation = byId.get(edit.opId)
      // A device takes a row with the id it gave for its own, when the server lost its memory.
      const disputed = memory.known && watch.contested.has(edit.productId)
      if (!operation && !tray.has(edit.opId) && !memory.undone.has(edit.opId) && !disputed)
        fail('3 what was typed got lost', edit)
      if (operation?.status === 'rejected' && !tray.has(edit.opId) && !disputed)
        fail('3 a refusal was not told', edit)
      if (operation?.status === 'stale' && edit.field !== 'productStatus' && !tray.has(edit.opId))
        fail('3 a stale change was not told', edit)
      if (operation?.status !== 'applied' || operation.ver === 0) continue
      // A copy of a call may arrive after its changes were given up with their list.
      if (shared.has(operation.ver) || tray.has(edit.opId)) continue
      if (operation.ver < last) fail('4 the order typed was not kept', edit)
      last = operation.ver
    }
  }
  if (memory.known) await everythingIsBack(server, listId, byId, memory, watch.contested, memory.known, fail)
  else {
    neverAnOlderValue(seats, byId, watch, fail)
    theLaterTypedStays(seats, byId, memory, fail)
    await whatWasDeletedIsGone(server, listId, memory, watch, fail)
  }
  // Every name that survives was typed for that product.
  for (const product of await server.products(listId))
    if (!memory.names.get(product.id)?.has(product.name)) fail('3 a product has a name nobody typed')
}

type Fail = (what: string, about?: unknown) => void

const line = (id: string, value: ReturnType<typeof valueOf>) =>
  [id, value.productName, value.price, value.productStatus, value.quantity, value.shop].join('|')

async function everybodyAgrees(server: SimServer, listId: string, seats: readonly Seat[], fail: Fail) {
  const truth = (await server.products(listId))
    .filter((product) => product.deleted_at === 0)
    .map((p) =>
      line(p.id, {
        productName: p.name,
        price: p.price / 100,
        productStatus: p.bought === 1,
        quantity: p.quantity / 100,
        unit: 'pcs',
        shop: p.shop,
      }),
    )
    .toSorted()
    .join('\n')
  for (const seat of seats) {
    const { rows, entries } = await seat.db.readList(listId)
    const shown = project(rows, entries).map((view) => line(view.id, { price: view.price, ...valueOf(view) }))
    if (entries.length > 0) fail('1 an outbox is not empty')
    if (shown.toSorted().join('\n') !== truth) fail('1 a device differs from the server')
  }
}

/** 12: every operation came under the account of the person who typed it. */
async function everyAccountItsOwn(
  server: SimServer,
  listId: string,
  seats: readonly Seat[],
  byId: Map<string, Operation>,
  fail: Fail,
) {
  const owner = new Map((await server.clients(listId)).map((client) => [client.client_id, client.account_id]))
  for (const seat of seats)
    for (const opId of seat.typed.keys()) {
      const operation = byId.get(opId)
      if (operation && owner.get(operation.client_id) !== seat.userId)
        fail('12 a change was sent under another account')
    }
}

/** 3: a delete that took an unsent add along must not have been wrong about it. */
async function whatWasDeletedIsGone(
  server: SimServer,
  listId: string,
  { deleted }: Memory,
  watch: Watch,
  fail: Fail,
) {
  for (const product of await server.products(listId)) {
    const seat = product.deleted_at === 0 ? deleted.get(product.id) : undefined
    if (!seat || watch.contested.has(product.id)) continue
    const tray = (await seat.db.tray()).flatMap(({ entry, hung }) => [entry, ...hung])
    if (!tray.some((entry) => entry.productId === product.id)) fail('3 a delete got lost', product)
  }
}

/** 8: of the values that the server took, nobody saw an older one after a newer one. */
function neverAnOlderValue(seats: readonly Seat[], byId: Map<string, Operation>, watch: Watch, fail: Fail) {
  const written = new Map<string, number>()
  for (const edit of seats.flatMap((seat) => [...seat.typed.values()])) {
    const operation = byId.get(edit.opId)
    if (operation?.status !== 'applied') continue
    // An add of an id that is there writes only what nobody has changed later.
    if (edit.field === 'add' && watch.contested.has(edit.productId)) continue
    const field = edit.field === 'add' ? 'productName' : edit.field
    written.set(`${edit.productId} ${field} ${edit.value}`, operation.ver)
  }
  for (const seat of seats)
    for (const [key, values] of watch.shown(seat)) {
      const versions = values.flatMap((value) => written.get(`${key} ${value}`) ?? [])
      if (versions.some((ver, i) => i > 0 && ver < versions[i - 1]!))
        fail('8 an older value followed a newer one')
    }
}

/** Merging: somebody who typed earlier than another, without having seen it, does not overwrite it. */
function theLaterTypedStays(
  seats: readonly Seat[],
  byId: Map<string, Operation>,
  { delays }: Memory,
  fail: Fail,
) {
  const sets = seats.flatMap((seat) => {
    // What came before it from the same hands and was longer under way has taken the field already.
    const shift = new Map<string, number>()
    return [...seat.typed.values()]
      .toSorted((a, b) => a.n - b.n)
      .flatMap((edit) => {
        const { opId, productId, field } = edit
        const key = field === 'add' ? productId : `${productId} ${field}`
        const before = Math.max(shift.get(productId) ?? 0, shift.get(key) ?? 0)
        const delay = Math.max(before, delays.get(opId) ?? 0)
        shift.set(key, delay)
        const operation = byId.get(opId)
        const applied = operation?.status === 'applied' && field !== 'add' && field !== 'delete'
        return applied ? [{ ...edit, seat, delay, ver: operation.ver }] : []
      })
  })
  for (const [, own] of Map.groupBy(sets, (edit) => `${edit.productId} ${edit.field}`)) {
    const inOrder = own.toSorted((a, b) => a.ver - b.ver)
    for (const [i, later] of inOrder.entries())
      for (const before of inOrder.slice(0, i))
        if (before.seat !== later.seat && before.at > later.at + later.delay)
          fail('merge an edit typed earlier overwrote a later one', [
            { ...before, seat: before.seat.name },
            { ...later, seat: later.seat.name },
          ])
  }
}

/** 11: what any device knew beyond a restored backup is there again, unless somebody changed it since. */
async function everythingIsBack(
  server: SimServer,
  listId: string,
  byId: Map<string, Operation>,
  { edits }: Memory,
  contested: ReadonlySet<string>,
  known: NonNullable<Memory['known']>,
  fail: Fail,
) {
  // What others typed may have been newer than what this device knew.
  const touched = (row: Row, what: Edit['field']) =>
    edits.some(
      (e) =>
        e.productId === row.id &&
        e.field === what &&
        // An answer from before the backup may have told of a delete that was still under way.
        (what === 'delete' || e.at >= known.at || byId.has(e.opId) || e.userId !== known.userId),
    )
  const products = new Map((await server.products(listId)).map((product) => [product.id, product]))
  for (const row of known.rows) {
    if (row.ver <= known.head || touched(row, 'delete') || contested.has(row.id)) continue
    const product = products.get(row.id)
    if (row.deleted) {
      if (product && product.deleted_at === 0) fail('9 a product that was deleted came back with a backup')
      continue
    }
    if (!product || product.deleted_at > 0) {
      fail('11 a product that a device knew is not back after a backup', row)
      continue
    }
    const there = {
      productName: product.name,
      price: product.price / 100,
      quantity: product.quantity / 100,
      shop: product.shop,
    }
    const knew: Record<string, unknown> = { ...valueOf(row) }
    const stamps = JSON.parse(product.field_ver) as Record<string, number>
    for (const [field, value] of Object.entries(there)) {
      const ver = fieldVersion(row, field as Field)
      // Somebody may have known another value; that nobody brought any is what must not be.
      const untouched = (stamps[field] ?? stamps['*'] ?? 0) <= known.head
      if (
        ver > known.head &&
        untouched &&
        knew[field] !== undefined &&
        knew[field] !== value &&
        !touched(row, field as Field)
      )
        fail('11 a value that a device knew is not back after a backup', { row, head: known.head, product })
    }
  }
}
