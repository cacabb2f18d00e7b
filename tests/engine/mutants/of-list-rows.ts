import type { Mutant } from './mutant.ts'

const rules = 'tests/server/sync/list-row.test.ts'
const stored = 'tests/server/sync/list-row-stored.test.ts'

/** Faults in what the server does with the list's own row. */
export const mutantsOfTheListRow: readonly Mutant[] = [
  {
    name: 'list row: it comes first, whatever its version',
    file: 'server/lists/sync/sync.ts',
    find: '[...rows, list].toSorted((a, b) => a.ver - b.ver)',
    replace: '[list, ...rows]',
    test: { file: rules, title: 'an answer that is cut' },
  },
  {
    name: 'list row: a member adds another person’s list',
    file: 'server/lists/sync/make-list.ts',
    find: "if (maker && list.role !== 'owner') throw problem('notFound')",
    replace: '',
    test: { file: rules, title: 'does not get a list by adding it' },
  },
  {
    name: 'list row: an add inside a batch changes another person’s list',
    file: 'server/lists/store/list-row.ts',
    find: "if (change.op === 'add' && role !== 'owner') return rejected('idTaken')",
    replace: '',
    test: { file: rules, title: 'what a member with the permission' },
  },
  {
    name: 'list row: a device with a cursor makes the list that the server lost',
    file: 'server/lists/sync/make-list.ts',
    find: 'maker && request.cursor === 0 &&',
    replace: 'maker &&',
    test: { file: stored, title: 'a gap or a fork in the making' },
  },
  {
    name: 'list row: an older name comes over a later one',
    file: 'server/lists/store/list-row.ts',
    find: 'if (isStale(list, change.field, change.baseVer, writer)) return stale',
    replace: '',
    test: { file: rules, title: 'what was typed later stays' },
  },
  {
    name: 'list row: an add of a list that is here overwrites it',
    file: 'server/lists/store/list-row.ts',
    find: 'isListField(field) && !isStale(list, field, 0, writer)',
    replace: 'isListField(field)',
    test: { file: rules, title: 'two devices of one person make the same list' },
  },
  {
    name: 'list row: version 1 is sent it',
    file: 'server/lists/sync/sync.ts',
    find: '=> v > 1',
    replace: '=> v > 0',
    test: { file: rules, title: 'a phone that speaks version 1' },
  },
  {
    name: 'list row: version 1 changes it',
    file: 'server/lists/sync/read-op.ts',
    find: 'if (isOfList && version === 1) return null',
    replace: '',
    test: { file: rules, title: 'a phone that speaks version 1' },
  },
  {
    name: 'list row: as many lists as one likes',
    file: 'server/lists/store/list-copies.ts',
    find: "if (Number(count) >= mostLists) throw problem('limitReached')",
    replace: '',
    test: { file: stored, title: 'at the limit of lists' },
  },
  {
    name: 'list row: a deleted list counts what came with its deletion',
    file: 'server/lists/sync/sync.ts',
    find: '  if (!isGone) {',
    replace: '  if (!isGone || listId) {',
    test: { file: stored, title: 'made and deleted in one batch' },
  },
  {
    name: 'list row: what stands behind a deletion is applied',
    file: 'server/lists/store/merge.ts',
    find: "if (batch.list.deletedAt > 0) return rejected('gone')",
    replace: '',
    test: { file: rules, title: 'what stands behind the deletion' },
  },
  {
    name: 'list row: nobody hears of a new name',
    file: 'server/lists/store/list-store.ts',
    find: 'isMoved ? await everybody(trx, before) : []',
    replace: '[]',
    test: { file: stored, title: 'everybody concerned hears of it' },
  },
  {
    name: 'list row: what is sent again stays the former client’s',
    file: 'server/lists/sync/apply-ops.ts',
    find: 'adoptList(batch, known.ver, client)',
    replace: 'void adoptList',
    test: { file: stored, title: 'whose making is sent again' },
  },
  {
    name: 'list row: its stamps are not stored',
    file: 'server/lists/store/list-store.ts',
    find: 'head, ...stampColumns(list) })',
    replace: 'head })',
    test: { file: stored, title: 'each with its stamps' },
  },
  {
    name: 'list row: the date of a clock that is years ahead',
    file: 'core/product/list-fields.ts',
    find: 'value: isAhead ?',
    replace: 'value: false ?',
    test: { file: stored, title: 'a clock that is years ahead' },
  },
]
