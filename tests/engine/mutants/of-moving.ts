import type { Mutant } from './mutant.ts'

/** Faults in what becomes of things typed without an account. */
export const mutantsOfMoving: readonly Mutant[] = [
  {
    name: 'moving: how much was moved is not written down',
    file: 'device/storage/moving.ts',
    find: 'const joined: Value[] = [[movedPrefix + from, { movedUpTo: last } satisfies MoveMark]]',
    replace: 'const joined: Value[] = []\n      void ({ movedUpTo: last } satisfies MoveMark)',
  },
  {
    name: 'moving: how much was moved is written down afterwards',
    file: 'device/storage/moving.ts',
    find: `for (const [key, value] of joined) void unwrap(kv).put(value, key)
      const outbox = unwrap(tx.objectStore('outbox')) as IDBObjectStore
      for (const { n: _, ...entry } of entries) outbox.put(entry)
      await tx.done`,
    replace: `const outbox = unwrap(tx.objectStore('outbox')) as IDBObjectStore
      for (const { n: _, ...entry } of entries) outbox.put(entry)
      await tx.done
      for (const [key, value] of joined) await db.put('kv', value, key)`,
  },
  {
    name: 'moving: what was taken in meanwhile is taken in again',
    file: 'device/storage/moving.ts',
    find: 'if ((mark?.movedUpTo ?? 0) !== since) return null',
    replace: 'if (mark !== undefined && since < 0) return null',
  },
  {
    name: 'moving: what nobody took in is removed',
    file: 'device/storage/moving.ts',
    find: 'if (!(await to.takeIn(next, join))) continue',
    replace: 'await to.takeIn(next, join)',
  },
  {
    name: 'moving: a delete goes together with an add that was moved before',
    file: 'device/storage/moving.ts',
    find: `const left = stored.filter(({ n }) => n > since).map((entry) => ({ ...entry, sent: false }))
      const entries = [...Map.groupBy(left, (entry) => entry.listId).values()]`,
    replace: `const left = stored.map((entry) => ({ ...entry, sent: false }))
      const entries = [fold(left).filter(({ n }) => n > since)]`,
  },
  {
    name: 'moving: what may have been moved goes together with its delete when a page is opened',
    file: 'device/storage/moving.ts',
    find: 'if (!entry.sent && !isNewer(entry)) outbox.put({ ...entry, sent: true })',
    replace: 'if (!entry) outbox.put(entry)',
  },
  {
    name: 'moving: everything gets another operation id',
    file: 'device/storage/moving.ts',
    find: 'for (const { n: _, ...entry } of entries) outbox.put(entry)',
    replace:
      'for (const { n: _, ...entry } of entries) outbox.put({ ...entry, opId: `${entry.opId}-moved` })',
  },
  {
    name: 'moving: what was typed in several lists comes list by list',
    file: 'device/storage/moving.ts',
    find: '.toSorted((a, b) => a.n - b.n)',
    replace: '',
  },
  {
    name: 'moving: what was typed meanwhile is removed with what was moved',
    file: 'device/storage/moving.ts',
    find: '.delete(IDBKeyRange.upperBound(last))',
    replace: '.clear()',
  },
  {
    name: 'moving: what a page noted down when it was left stays behind',
    file: 'device/storage/moving.ts',
    find: 'await from.recover()\n    const next',
    replace: 'const next',
  },
  {
    name: 'moving: a sign-out forgets how much was moved',
    file: 'device/storage/values.ts',
    find: 'if (!isUnsent(cursor.value)) await cursor.delete()',
    replace: 'await cursor.delete()',
  },
  {
    name: 'moving: the second copies of what was moved bring it again',
    file: 'device/storage/moving.ts',
    find: "if (moved.length > 0) await tx.objectStore('done').put(moved.map(({ opId }) => opId))",
    replace: 'void moved',
    // The simulator would move for ever; the test runs out of time.
    test: { file: 'tests/device/moving.test.ts', title: 'everything comes behind what waits there' },
  },
  {
    name: 'moving: what is typed without an account is sent',
    file: 'device/drain.ts',
    find: 'if (options.rests) return Promise.resolve(initial)',
    replace: '',
  },
  {
    name: 'moving: second copies of what another tab dropped stay',
    file: 'device/storage/moving.ts',
    find: '  await from.settle()\n  return moved',
    replace: '  return moved',
    test: { file: 'tests/device/moving.test.ts', title: 'no second copy stays' },
  },
]
