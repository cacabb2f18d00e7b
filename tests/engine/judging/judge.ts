import { currencyOf } from '../../../core/product/currency.ts'
import { fields, initialValues } from '../../../core/product/table.ts'
import { projectList } from '../../../core/sync/list-row.ts'
import { type Entry, project, readField } from '../../../core/sync/mutation.ts'
import { wordsKey } from '../../../core/text/normalise.ts'
import { recount } from '../../../server/lists/store/list-counts.ts'
import { builtInCategories } from '../../../server/seed/catalogue.ts'
import { everythingIsBack } from './restored.ts'
import {
  neverAnOlderValue,
  nobodyIsRefusedForNothing,
  theLaterTypedStays,
  whatWasTakenIsThere,
} from './values.ts'
import type { Fail, Memory, Operation } from './memory.ts'
import { eachTickKeepsItsTime } from './ticks.ts'
import type { Edit, Seat } from '../seat.ts'
import { type SimServer, storedValues } from '../server.ts'
import type { Watch } from './watch.ts'

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
  const living = (await server.products(listId)).filter((product) => product.deleted_at === 0).length
  if (living > (server.mostProducts ?? living)) fail('the owner has more products than an account may have')
  if ((await recount(server.db)) > 0) fail('what is counted beside the list is not what is in it')
  await everybodyAgrees(server, listId, seats, fail)
  await theListIsTheSame(server, listId, seats, fail)
  await everyAccountItsOwn(server, listId, seats, byId, fail)
  const givenUp = new Set<string>()
  // What a product had anyway, by somebody else's edit, needs no decision when it is refused.
  const valuesOf = Map.groupBy(
    seats.flatMap((seat) => seat.typedIn(listId)).filter(({ opId }) => byId.get(opId)?.status === 'applied'),
    ({ rowId }) => rowId,
  )
  const stored = new Map(
    (await server.products(listId)).map((product) => [product.id, storedValues(product)]),
  )
  const isThereAnyway = ({ rowId, field, value, opId }: Edit) => {
    const has = (values: object) => (new Map(Object.entries(values)).get(field) ?? null) === value
    const others = (valuesOf.get(rowId) ?? []).filter((other) => other.opId !== opId)
    const written = others.map((other) =>
      other.field === 'add'
        ? { ...initialValues, ...other.whole }
        : { [other.field]: other.value, ...other.also },
    )
    // Its add may be nobody's here: of a copy that the server made, or sent again after a backup was restored.
    return has(stored.get(rowId) ?? {}) || written.some(has)
  }
  for (const seat of seats) {
    const items = (await seat.db.tray()).filter((item) => item.listId === listId)
    const tray = new Map(items.flatMap((item) => [item.entry, ...item.hung].map((e) => [e.opId, e])))
    for (const { opId, why, hung } of items) {
      // What hung on a refused change was never answered itself.
      for (const e of hung) givenUp.add(e.opId)
      if (why === 'tooLarge' || why === 'lost') givenUp.add(opId)
      const said =
        why === 'tooLarge' ? memory.tooLarge.has(opId) : byId.get(opId)?.why === why || memory.restored
      if ((why === 'tooLarge' || why === 'invalid') && !said)
        fail('3 a change was given up for nothing', opId)
    }
    const edits = seat.typedIn(listId).toSorted((a, b) => a.n - b.n)
    let last = 0
    for (const edit of edits) {
      const operation = byId.get(edit.opId)
      // After the server lost its memory, a device may take a row with the same id for its own.
      const disputed = memory.restored && watch.contested.has(edit.rowId)
      // A restored backup lost the list, its delete found nothing, and another device has made it anew.
      const unwanted = memory.restored && memory.unwanted.has(`${seat.name} ${listId}`)
      if (!operation && !tray.has(edit.opId) && !memory.undone.has(edit.opId) && !disputed && !unwanted)
        fail('3 what was typed got lost', edit)
      // The backup undid its effect, so `everythingIsBack` judges it; a late copy may be refused after that.
      const isTold = tray.has(edit.opId) || memory.undone.has(edit.opId) || isThereAnyway(edit)
      if (operation?.status === 'rejected' && !isTold && !disputed) fail('3 a refusal was not told', edit)
      if (operation?.status === 'stale' && edit.field !== 'productStatus' && !isTold)
        fail('3 a stale change was not told', edit)
      if (operation?.status !== 'applied' || operation.ver === 0) continue
      // A copy of a call may arrive after its changes were given up with their list.
      if (shared.has(operation.ver) || tray.has(edit.opId) || memory.outOfPlace.has(edit.opId)) continue
      // Refused at first, it was sent once more under another client id, for which the server knows of no refusal.
      if (memory.refused.has(edit.opId)) continue
      // So may a copy of a change that was answered and undone, if its device has changed its client id
      // since.
      const late = memory.lateCopies.has(`${edit.opId} ${operation.client_id}`)
      if (memory.undone.has(edit.opId) && late) continue
      if (operation.ver < last) fail('4 the order typed was not kept', edit)
      last = operation.ver
    }
  }
  const known = memory.known.get(listId)
  // A device that has deleted a list brings nothing of it back, also where a late copy has made the list anew.
  if (known && !memory.unwanted.has(`${known.seat.name} ${listId}`))
    await everythingIsBack(server, listId, seats, byId, memory, watch.contested, known, fail)
  if (!memory.restored) {
    neverAnOlderValue(seats, byId, givenUp, memory, watch, fail)
    theLaterTypedStays(seats, byId, memory, watch, fail)
    await whatWasTakenIsThere(server, listId, byId, memory, watch, fail)
    nobodyIsRefusedForNothing(seats, byId, memory, watch, fail)
    await whatWasDeletedIsGone(server, listId, memory, watch, fail)
    await eachTickKeepsItsTime(server, listId, byId, memory, watch, fail)
  }
  // Every remaining name was typed for that product.
  for (const product of await server.products(listId))
    if (!memory.names.get(product.id)?.has(product.name)) fail('3 a product has a name nobody typed')
}

async function everybodyAgrees(server: SimServer, listId: string, seats: readonly Seat[], fail: Fail) {
  const stored = (await server.products(listId)).filter((product) => product.deleted_at === 0)
  const line = (id: string, values: Record<string, unknown>, more: readonly unknown[]) =>
    JSON.stringify([id, ...fields.map((field) => values[field] ?? null), ...more])
  const truth = stored
    .map((p) =>
      line(p.id, storedValues(p), [
        p.category_id || null,
        p.icon || null,
        p.added_by,
        p.ticked_by,
        p.changed_by,
        p.ver,
      ]),
    )
    .toSorted()
  for (const seat of seats) {
    const { rows, entries } = await seat.db.readList(listId)
    const shown = project(rows, entries).map((view) => {
      const values = Object.fromEntries(fields.map((field) => [field, readField(view, field)]))
      const people = [view.addedBy, view.tickedBy ?? '', view.changedBy]
      return line(view.id, values, [view.category_id, view.icon, ...people, view.ver])
    })
    if (entries.length > 0) fail('1 an outbox is not empty')
    if (shown.toSorted().join('\n') !== truth.join('\n'))
      fail('1 a device differs from the server', { shown, truth })
  }
  // Columns that are derived from another column match it.
  for (const product of stored) {
    const found = builtInCategories('en').find(({ category_name }) => category_name === product.category)
    const fits =
      product.name_norm === wordsKey(product.name) &&
      product.category_id === (found?.id ?? '') &&
      product.icon === (found?.icon ?? '') &&
      (product.ticked_by !== '') === (product.bought === 1) &&
      product.changed_by !== ''
    if (!fits) fail('2 what belongs to a stored value is not stored with it', product)
  }
}

/** 15: everybody sees the same name, status and currency of the list. */
async function theListIsTheSame(server: SimServer, listId: string, seats: readonly Seat[], fail: Fail) {
  const { name, status, currency, ver, head } = await server.list(listId)
  for (const seat of seats) {
    const { stream, entries } = await seat.db.readList(listId)
    const { row } = stream ?? {}
    // It never had an answer about the list, in which nothing ever happened.
    if (!row && head === 0) continue
    const shown = projectList(stream, entries) ?? row
    const isSame = (one: typeof shown) =>
      one?.listName === name && one.listStatus === status && currencyOf(one) === currency
    if (!isSame(shown) || !isSame(row ?? undefined) || row?.ver !== ver)
      fail('15 a device shows another name, status or currency of a list', {
        shown,
        row,
        name,
        status,
        currency,
        ver,
      })
  }
}

/**
 * 13 and 14, for those who do not have the list: it was deleted or never made, or they may not see it. They do not see
 * it, and what they typed into it was taken or is in the tray. `isThere`: others have it.
 */
export async function judgeGone(
  listId: string,
  isThere: boolean,
  seats: readonly Seat[],
  watch: Watch,
  memory: Memory,
  say: (what: string) => void,
): Promise<void> {
  const fail: Fail = (what, about) => {
    watch.violations.add(what)
    say(`${what}: ${JSON.stringify(about)}`)
  }
  const trays = new Map<Seat, Entry[]>()
  for (const seat of seats) {
    const tray = (await seat.db.tray()).filter((item) => item.listId === listId)
    trays.set(
      seat,
      tray.flatMap(({ entry, hung }) => [entry, ...hung]),
    )
    const { stream, rows, entries } = await seat.db.readList(listId)
    if (projectList(stream, entries) || rows.length > 0) fail('14 a list that is gone is still there', stream)
    if (entries.length > 0) fail('1 an outbox is not empty')
    const isGivenUp = tray.some(
      ({ why, entry }) => why === 'lost' && entry.op === 'add' && entry.rowId === listId,
    )
    const isDeleted = memory.edits.some((edit) => edit.rowId === listId && edit.field === 'delete')
    if (isGivenUp && !isDeleted && !memory.restored) fail('13 a list was given up for nothing', tray)
    const told = new Set(trays.get(seat)!.map(({ opId }) => opId))
    // Whoever deletes a list means what they typed into it too.
    if (memory.unwanted.has(`${seat.name} ${listId}`)) continue
    for (const edit of seat.typedIn(listId)) {
      const { opId } = edit
      if (told.has(opId) || memory.undone.has(opId)) continue
      // A device that knows the product takes the second add for the one that was applied.
      if (watch.contested.has(edit.rowId)) continue
      if (!memory.served.has(opId) || memory.refused.has(opId))
        fail('13 what was typed into a list that is gone got lost', edit)
    }
  }
  const known = memory.known.get(listId)
  const isUnwanted = memory.edits.some((edit) => edit.rowId === listId && edit.field === 'delete')
  const isTold = trays.get(known?.seat as Seat)?.some((entry) => entry.rowId === listId)
  if (known && !isThere && !isUnwanted && !isTold)
    fail('13 a list that its owner knew is not back after a backup', { listId, rows: known.rows })
}

/** 12: every operation was sent under the account of the person who typed it. */
async function everyAccountItsOwn(
  server: SimServer,
  listId: string,
  seats: readonly Seat[],
  byId: Map<string, Operation>,
  fail: Fail,
) {
  const owner = new Map((await server.clients(listId)).map((client) => [client.client_id, client.account_id]))
  for (const seat of seats)
    for (const { opId } of seat.typedIn(listId)) {
      const operation = byId.get(opId)
      if (operation && owner.get(operation.client_id) !== seat.userId)
        fail('12 a change was sent under another account')
    }
}

/** 3: a delete that removed an unsent add from the outbox must leave no such product on the server. */
async function whatWasDeletedIsGone(
  server: SimServer,
  listId: string,
  { deleted, unwanted }: Memory,
  watch: Watch,
  fail: Fail,
) {
  for (const product of await server.products(listId)) {
    const seat = product.deleted_at === 0 ? deleted.get(product.id) : undefined
    if (!seat || watch.contested.has(product.id)) continue
    // The delete of the list stood for it, and was refused.
    if (unwanted.has(`${seat.name} ${listId}`)) continue
    const tray = (await seat.db.tray()).flatMap(({ entry, hung }) => [entry, ...hung])
    if (!tray.some((entry) => entry.rowId === product.id)) fail('3 a delete got lost', product)
  }
}
