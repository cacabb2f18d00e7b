import { fields, initialValues, productFields } from '../../../core/product/table.ts'
import type { Mutant } from './mutant.ts'
import { mutantsOfCurrencies } from './of-currencies.ts'
import { mutantsOfLists } from './of-lists.ts'
import { mutantsOfMoving } from './of-moving.ts'
import { mutantsOfStorage } from './of-storage.ts'
import { mutantsOfTheServer } from './of-server.ts'
import { mutantsOfTicks } from './of-ticks.ts'
import { mutantsOfTogether } from './of-together.ts'

const mutantsOfTheEngine: readonly Mutant[] = [
  {
    name: 'results matched by sequence number alone',
    file: 'core/sync/replica.ts',
    find: 'const asked = new Set(call.body.ops.map((op) => op.opId))',
    replace:
      'const asked = { has: (id) => call.body.ops.some((op) => op.seq === entries.find((e) => e.opId === id).seq) }',
  },
  {
    name: 'everything that was sealed is removed, not only what this call asked',
    file: 'core/sync/replica.ts',
    find: '} else if (asked.has(entry.opId) && !reply.more) {',
    replace: '} else if (entry.seq !== null && !reply.more) {',
  },
  {
    name: 'applied operations are removed while more rows are to come',
    file: 'core/sync/replica.ts',
    find: '} else if (asked.has(entry.opId) && !reply.more) {',
    replace: '} else if (asked.has(entry.opId)) {',
  },
  {
    name: 'the cursor is set, not compared',
    file: 'core/sync/replica.ts',
    find: 'const cursor = shared === null ? Math.max(stream.cursor, reached) : reached',
    replace: 'const cursor = reached',
  },
  {
    name: 'with more rows to come the cursor is already the head',
    file: 'core/sync/replica.ts',
    find: 'const reached = reply.more ?',
    replace: 'const reached = !reply ?',
  },
  {
    name: 'an answer from beyond the cursor is stored',
    file: 'core/sync/replica.ts',
    find: 'if (reply.base > stream.cursor) return null',
    replace: '',
  },
  {
    name: 'rows are stored whatever version is here',
    file: 'core/sync/replica.ts',
    find: 'reply.rows.filter((row) => row.ver > stream.cursor)',
    replace: 'reply.rows',
  },
  {
    name: 'a late snapshot replaces newer rows',
    file: 'core/sync/replica.ts',
    find: 'const replace = reply.base === 0 && (shared !== null || reply.head >= stream.cursor)',
    replace: 'const replace = reply.base === 0',
  },
  {
    name: 'a snapshot does not replace the rows',
    file: 'core/sync/replica.ts',
    find: 'const replace = reply.base === 0 && (shared !== null || reply.head >= stream.cursor)',
    replace: 'const replace = false',
  },
  {
    name: 'a refusal is dropped instead of told',
    file: 'core/sync/replica.ts',
    find: 'tray.push(item)',
    replace: '',
  },
  {
    name: 'sealed twice: what goes again goes under another operation id',
    file: 'core/sync/replica.ts',
    find: 'const op = toOp(entry, now, stream.cursor)',
    replace:
      "const op = { ...toOp(entry, now, stream.cursor), opId: entry.opId + (candidate.seq === null ? '' : 'b') }",
  },
  {
    name: 'what was typed since is put into the sealed batch',
    file: 'core/sync/replica.ts',
    find: '(sealed.length > 0 ? sealed : entries).slice(0, maxOps)',
    replace: 'entries.toReversed().slice(0, maxOps)',
  },
  {
    name: 'a new client id keeps the old sequence numbers',
    file: 'core/sync/replica.ts',
    find: '({ ...entry, seq: null }))',
    replace: '({ ...entry }))',
  },
  {
    name: 'nothing is recovered after a restored backup',
    file: 'core/sync/replica.ts',
    find: 'const recovered = recover(known, reply.rows,',
    replace: 'const recovered = recover([], reply.rows,',
  },
  {
    name: 'only living products are recovered',
    file: 'core/sync/recovery.ts',
    find: 'const gone: Versioned[] = row.deleted ?',
    replace: 'const gone: Versioned[] = row.deleted && !row.id ?',
  },
  {
    name: 'folding leaves out what may have reached the server',
    file: 'core/sync/mutation.ts',
    find: 'return entry.seq !== null || entry.sent',
    replace: 'return !entry',
  },
  {
    name: 'folding leaves out what is sealed, and not what was sent under another client id',
    file: 'core/sync/mutation.ts',
    find: 'return entry.seq !== null || entry.sent',
    replace: 'return entry.sent && entry.seq === null',
  },
  {
    name: 'of two changes to a field the earlier goes',
    file: 'core/sync/mutation.ts',
    find: 'const kept = entries.toReversed().filter((entry) => {',
    replace: 'const kept = entries.toReversed().toReversed().filter((entry) => {',
  },
  {
    name: 'what was ticked and then deleted goes without its tick',
    file: 'core/sync/mutation.ts',
    find: "tick === 'counts' ||",
    replace: '',
    test: { file: 'tests/core/sync/mutation.test.ts', title: 'whose tick counts' },
  },
  {
    name: 'a trial keeps what was ticked and deleted',
    file: 'core/sync/mutation.ts',
    find: 'const tick = isTrial ? undefined :',
    replace: 'const tick =',
    test: { file: 'tests/core/sync/mutation.test.ts', title: 'in a trial nobody sums' },
  },
  {
    name: 'a delete is left out together with any change before it',
    file: 'core/sync/mutation.ts',
    find: "if (op === 'add') unborn.add(rowId)",
    replace: 'unborn.add(rowId)',
  },
  {
    name: 'coalescing in place: the later change goes where the earlier one was, under its id',
    file: 'core/sync/mutation.ts',
    find: 'return kept.filter((entry) => mayBeKnown(entry) || !unborn.has(entry.rowId)).toReversed()',
    replace:
      'const of = (e) => e.op + e.rowId + e.field; const out = kept.filter((entry) => mayBeKnown(entry) || !unborn.has(entry.rowId)).toReversed(); return out.map((e) => (mayBeKnown(e) ? e : { ...e, opId: entries.find((o) => of(o) === of(e))?.opId ?? e.opId }))',
  },
  {
    name: 'what a later change stands for stays in the outbox',
    file: 'device/storage/db.ts',
    find: 'all.filter((entry) => !kept.has(entry))',
    replace: 'all.filter((entry) => !kept.has(entry) && !entry.n)',
  },
  {
    name: 'the screen shows the rows without the outbox',
    file: 'core/sync/mutation.ts',
    find: 'else if (before) shown.set(rowId, withField(before, entry.field, entry.value))',
    replace: '',
  },
  {
    name: 'the server takes an operation again that it knows',
    file: 'server/lists/sync/apply-ops.ts',
    find: 'const outcome = known ?? decide(batch, op, sender)',
    replace: 'const outcome = decide(batch, op, sender)',
  },
  {
    name: 'the server does not notice a fork',
    file: 'server/lists/sync/apply-ops.ts',
    find: 'else if (there?.op_id === op.opId) answer',
    replace: 'else if (there) answer',
  },
  {
    name: 'a refused change stays and blocks those behind it',
    file: 'core/sync/replica.ts',
    find: 'if (refusal) {\n      remove.push(entry.n)',
    replace: 'if (refusal) {',
  },
  {
    name: 'the server does not ask whose changes these are',
    file: 'server/lists/sync/sync.ts',
    find: "if (request.user !== undefined && request.user !== user.id) throw problem('otherAccount')",
    replace: '',
  },
  {
    name: 'the server knows no other epoch',
    file: 'server/lists/sync/sync.ts',
    find: 'if (otherEpoch || cursor < list.floor || cursor > list.head)',
    replace: 'if (cursor < list.floor || cursor > list.head)',
  },
  {
    name: 'after a failover a device goes on whatever it has seen',
    file: 'core/sync/recovery.ts',
    find: 'return theirs.startsWith(`${ours}/`) && sharedHead(ours, theirs) >= cursor',
    replace: 'return theirs.startsWith(`${ours}/`)',
  },
  {
    name: 'a late answer from before a failover is taken',
    file: 'core/sync/recovery.ts',
    find: 'return theirs.startsWith(`${ours}/`) && sharedHead(ours, theirs) >= cursor',
    replace: 'return sharedHead(ours, theirs) >= cursor',
    // No device of the simulation has an answer that is so late.
    test: { file: 'tests/core/sync/recovery.test.ts', title: 'goes on' },
  },
  {
    name: 'a failover is not noticed',
    file: 'server/lists/store/access.ts',
    find: 'if (timeline === list.timeline || timeline === 0) return list',
    replace: 'if (timeline >= 0) return list',
  },
  {
    name: 'the server answers a cursor from below its floor',
    file: 'server/lists/sync/sync.ts',
    find: 'if (otherEpoch || cursor < list.floor || cursor > list.head)',
    replace: 'if (otherEpoch || cursor > list.head)',
  },
  {
    name: 'the first change wins, whenever it was typed',
    file: 'server/lists/store/stamps.ts',
    find: '(stamp(row.fieldAt, field) ?? 0) > writer.typedAt',
    replace: '(stamp(row.fieldAt, field) ?? 0) > 0',
  },
  {
    name: 'a product that is moved counts in both lists',
    file: 'server/lists/store/merge.ts',
    find: 'if (wasUnticked(held, typedAt ?? batch.now, togetherMs)) {',
    replace: 'if (held.deletedAt < 0) {',
    test: { file: 'tests/server/money/spending.test.ts', title: 'unticked and deleted at once' },
  },
  {
    name: 'the delete of a moved product does not say when it was typed',
    file: 'core/sync/replica.ts',
    find: "...(entry.tick === 'takenBack' && { ageMs })",
    replace: '',
    test: { file: 'tests/core/sync/replica.test.ts', title: 'the delete of a moved product says its age' },
  },
  {
    name: 'the last to arrive wins, whenever it was typed',
    file: 'server/lists/store/merge.ts',
    find: 'if (isStale(held, change.field, change.baseVer, writer)) return stale',
    replace: '',
  },
  {
    name: 'what a device did under its former client id counts as somebody else’s',
    file: 'core/sync/mutation.ts',
    find: 'return now.writer === then.writer && now.times >= then.times',
    replace: 'return client === earlier',
    // The simulation notices it too, but not in every 5 000 seeds.
    test: {
      file: 'tests/server/sync/sync.test.ts',
      title: 'what a device did under the client id it had before is its own',
    },
  },
  {
    name: 'a new client id is unrelated to the old one',
    file: 'core/sync/replica.ts',
    find: 'const clientId = successorOf(stream.clientId, newId().slice(-12))',
    replace: 'const clientId = successorOf(newId(), newId().slice(-12))',
    // The simulation notices it too, but only about once in 7 000 seeds.
    test: { file: 'tests/core/sync/replica.test.ts', title: 'is the same writer under every client id' },
  },
  {
    name: 'the rows beside those of an answer are not kept',
    file: 'device/storage/db.ts',
    find: 'const kept = accepted.replace ? [] : here.filter((part) => part && beside.has(part.part))',
    replace: 'const kept: typeof here = []',
  },
  {
    name: 'the sequence number of a lone change is not written',
    file: 'device/storage/db.ts',
    find: 'if (places.size > 0) put(tx',
    replace: 'if (places.size > 1) put(tx',
  },
  {
    name: 'a list that is new here keeps no stream when it is first asked for',
    file: 'device/storage/db.ts',
    find: "else if (sealed.stream !== stored) put(tx, 'streams', [sealed.stream])",
    replace: '',
    test: { file: 'tests/device/db.test.ts', title: 'a call that only asks writes nothing but the stream' },
  },
  {
    name: 'what was typed while an answer was stored is not looked at',
    file: 'core/sync/machine.ts',
    find: 'if (event.left > 0 || done.pull || done.again)',
    replace: 'if (event.left > 0 || done.pull)',
    test: {
      file: 'tests/core/sync/sync.test.ts',
      title: 'looks again after what was typed while an answer was stored',
    },
  },
  {
    name: 'what failed without a network lengthens the wait when it is back',
    file: 'core/sync/machine.ts',
    find: 'sealing(isBack ? { ...state, failures: 0 } : state)',
    replace: 'sealing(isBack ? { ...state } : state)',
    test: { file: 'tests/core/sync/sync.test.ts', title: 'does not lengthen the wait once it is back' },
  },
  {
    name: 'an edit waits for whoever reads anything',
    file: 'device/storage/outbox.ts',
    find: "(['outbox'] as const) :",
    replace: 'stores :',
    test: { file: 'tests/device/db.test.ts', title: 'does not wait for whoever reads the rows of a list' },
  },
  {
    name: 'a call that only asks takes along what is typed meanwhile',
    file: 'device/drain.ts',
    find: 'if (onlyAsks) effect = { ...effect, maxOps: 0 }',
    replace: '',
    test: {
      file: 'tests/device/drain.test.ts',
      title: 'while a call that only asks is sealed goes with the next',
    },
  },
  {
    name: 'lists that a page did not name are not sent',
    file: 'device/drain.ts',
    find: 'const others = (await db.waitingLists()).filter((listId) => !known.includes(listId))',
    replace: 'const others: string[] = known.length > 0 ? [] : await db.waitingLists()',
    test: { file: 'tests/device/drain.test.ts', title: 'and the others all the same' },
  },
  {
    name: 'a change brings a deleted product back',
    file: 'server/lists/store/merge.ts',
    find: "if (!held || held.deletedAt > 0) return rejected('gone')",
    replace: "if (!held) return rejected('gone')\n  if (held.deletedAt > 0) held.deletedAt = 0",
  },
  {
    name: 'two changes share a version',
    file: 'server/lists/store/merge.ts',
    find: 'const ver = ++batch.head\n  const written =',
    replace: 'const ver = batch.head || ++batch.head\n  const written =',
  },
  {
    name: 'an answer to another call is taken',
    file: 'device/drain.ts',
    find: "return reply.request === call.body.request ? { is: 'ok', reply } : { is: 'later', retryAfterMs: null }",
    replace: "return { is: 'ok', reply }",
  },
  {
    name: 'a failure that may pass refuses the changes',
    file: 'device/drain.ts',
    find: "if (error instanceof Unreachable) return { is: 'later', retryAfterMs: error.retryAfterMs }",
    replace: "if (error instanceof Unreachable) return { is: 'tooLarge', why: 'invalid' }",
  },
  {
    name: 'a sign-out takes what waits along',
    file: 'device/storage/db.ts',
    find: "await tx.objectStore('rows').clear()",
    replace: "await tx.objectStore('rows').clear()\n      await tx.objectStore('outbox').clear()",
  },
  {
    name: 'leaving a list drops what was typed',
    file: 'core/sync/leaving.ts',
    find: "refuse(entries, entries.slice(end + 1), 'lost', now)",
    replace: "refuse(entries, [], 'lost', now)",
  },
  {
    name: 'a recorded operation keeps its old place in the sequence',
    file: 'server/lists/sync/operations.ts',
    find: "      seq: set.ref('excluded.seq'),\n",
    replace: '',
  },
  {
    name: 'how far a client has come is written once only',
    file: 'server/lists/sync/operations.ts',
    find: '.doUpdateSet({ last_seq: progress.last, refused:',
    replace: '.doUpdateSet({ refused:',
    test: { file: 'tests/server/sync/sync.test.ts', title: 'the stale guard keeps what another client' },
  },
  {
    name: 'a push answers what it changed itself before what others changed',
    file: 'server/lists/store/product-store.ts',
    find: 'const held = [...before.map(fromDb), ...now]',
    replace: 'const held = [...now, ...before.map(fromDb)]',
  },
  {
    name: 'a product that is added takes no room',
    file: 'server/lists/store/merge.ts',
    find: '  batch.room--\n',
    replace: '',
  },
  {
    name: 'a product that is deleted is still counted',
    file: 'server/lists/store/list-counts.ts',
    find: 'if (deletedAt > 0) return nothing',
    replace: '',
  },
  {
    name: 'what found no room after a restored backup is let go',
    file: 'core/sync/replica.ts',
    find: "if (entry.recovered && refusal.why !== 'limit') continue",
    replace: 'if (entry.recovered) continue',
  },
  {
    name: 'a change that was cut off when the page was left is not written again',
    file: 'device/storage/reopening.ts',
    find: 'if (life.departures !== before) continue',
    replace: '',
  },
  {
    name: 'a transaction begins in a page that was left',
    file: 'device/storage/reopening.ts',
    find: 'await life.here()\n            continue',
    replace: '',
  },
  {
    name: 'what is not written when the page is left is not noted at the side',
    file: 'device/storage/page-life.ts',
    find: 'for (const told of leaving) told()',
    replace: '',
    test: { file: 'tests/device/page-life.test.ts', title: 'tells other tabs of it at once' },
  },
  {
    name: 'what is typed has no second copy',
    file: 'device/storage/copies.ts',
    find: 'writeAll(typed, life.away)',
    replace: 'void typed',
  },
  {
    name: 'a snapshot forgets what was deleted',
    file: 'core/sync/replica.ts',
    find: 'replace ? [...deletedIn(old, told, shared ?? reply.head), ...told] : told',
    replace: 'told',
    test: { file: 'tests/core/sync/replica.test.ts', title: 'a snapshot, which names no deleted product' },
  },
  {
    name: 'what was about to be sent when the page was left is as young as it was then',
    file: 'device/storage/db.ts',
    find: 'replica.seal(stored ?? freshStream(listId), entries, { ...options, now: now() })',
    replace:
      'replica.seal(stored ?? freshStream(listId), entries, { ...options, now: Math.min(...entries.map((e) => e.typedAt)) })',
    test: { file: 'tests/device/page-life.test.ts', title: 'is as old as it is when the page comes back' },
  },
  {
    name: 'what is said to be written when the page was left meanwhile is believed',
    file: 'device/storage/reopening.ts',
    find: 'if (life.departures === before) return result',
    replace: 'return result',
    test: { file: 'tests/device/page-life.test.ts', title: 'a write that is reported as done' },
  },
  {
    name: 'what is cut off with the page is written again whether it is there or not',
    file: 'device/storage/outbox.ts',
    find: '!known.has(entry.opId) && copies.has',
    replace: 'copies.has',
    test: { file: 'tests/device/page-life.test.ts', title: 'a write that was done when the page was left' },
  },
  {
    name: 'a page that comes back writes again what another page wrote',
    file: 'device/storage/outbox.ts',
    find: 'life.departures !== before\n    const enter',
    replace: 'life.departures < before\n    const enter',
    test: {
      file: 'tests/device/moving.test.ts',
      title: 'a change left in a page that was closed is moved too',
    },
  },
]

/** The columns beside the fields. This file must not import mutated code: it runs before the mutation. */
const otherColumns =
  'name_norm price_unknown category_id icon ticked_by ticked_at changed_by ver field_ver field_at field_by deleted_at'.split(
    ' ',
  )
/** Every column that updating a product has to write. */
export const columnsToBring = [...fields.map((field) => productFields[field].column), ...otherColumns]

const mutantsOfTheColumns = columnsToBring.map((column): Mutant => ({
  name: `${column} of a product is not written again`,
  file: 'server/lists/store/product-store.ts',
  find: 'changingColumns.map((column) =>',
  replace: `changingColumns.filter((one) => one !== '${column}').map((column) =>`,
}))

/**
 * One for each field of a new product, except category and position, which are assigned even if not given.
 */
const mutantsOfAnAdd = fields
  .filter((field) => field !== 'category' && field !== 'position')
  .map((field): Mutant => {
    const unsaid = { ...initialValues, productName: 'x', price: undefined }
    const value = field in unsaid ? unsaid[field as keyof typeof unsaid] : ''
    return {
      name: `${field} of a new product is not stored`,
      file: 'server/lists/store/field-columns.ts',
      find: 'const given = value[field as Field]',
      replace: `const given = field === '${field}' ? ${JSON.stringify(value)} : value[field as Field]`,
      // In the simulation nobody adds a product that is already bought.
      ...(field === 'productStatus' && {
        test: { file: 'tests/server/products/stored-products.test.ts', title: 'a product that is added' },
      }),
    }
  })

export const mutants: readonly Mutant[] = [
  ...mutantsOfTheEngine.map((mutant) => ({ ...mutant, plain: true as const })),
  ...mutantsOfTheColumns,
  ...mutantsOfAnAdd,
  ...mutantsOfCurrencies,
  ...mutantsOfLists,
  ...mutantsOfMoving,
  ...mutantsOfStorage,
  ...mutantsOfTheServer,
  ...mutantsOfTicks,
  ...mutantsOfTogether,
]
