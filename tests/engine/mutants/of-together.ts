import type { Mutant } from './mutant.ts'

const back = 'tests/core/sync/bring-back.test.ts'
const history = 'tests/server/lists/history.test.ts'
const shares = 'tests/server/lists/history-shares.test.ts'
const guests = 'tests/server/lists/guests.test.ts'
const together = 'tests/server/lists/together.test.ts'
const strangers = 'tests/server/push/strangers.test.ts'

/** Faults in trips, in the history, in bringing back, and in what guests may do. */
export const mutantsOfTogether: readonly Mutant[] = [
  {
    name: 'a trip outlives the session of its last device',
    file: 'server/base/trips.ts',
    find: ".where('session.ended_at', '=', 0)\n    .where('list.deleted_at', '=', 0)",
    replace: ".where('list.deleted_at', '=', 0)",
    test: { file: together, title: 'it neither forgets the shop nor ends it' },
  },
  {
    name: 'a second device that joins a trip changes its shop',
    file: 'server/base/trips.ts',
    find: "(own !== undefined || before.shop === '')",
    replace: 'true',
    test: { file: together, title: 'it neither forgets the shop nor ends it' },
  },
  {
    name: 'a trip goes on although nothing is seen of its person',
    file: 'server/base/trips.ts',
    find: "    .where('trip_device.seen_at', '>', now - unseenMs)\n",
    replace: '',
    test: { file: together, title: '30 minutes after the last sign' },
  },
  {
    name: 'guests hear of trips',
    file: 'server/base/trips.ts',
    find: "        .where('member.accepted', '=', 1)\n        .where('account.guest_of', '=', ''),",
    replace: "        .where('member.accepted', '=', 1),",
    test: { file: together, title: 'and guests of none' },
  },
  {
    name: 'who has not opened a list hears what happens on it',
    file: 'server/push/push-outbox.ts',
    find: "(accepted = 1 or ${text(v.kind)} = 'shared')",
    replace: '(1 = 1 or ${text(v.kind)} is null)',
    test: { file: strangers, title: 'once, and nothing else of it' },
  },
  {
    name: 'a push service that fails is asked on and on',
    file: 'server/push/sites.ts',
    find: 'if (!site || site.holds === 0) return atOnce.usual',
    replace: 'if (!site || site.holds >= 0) return atOnce.usual',
    test: { file: strangers, title: 'is left alone, longer each time' },
  },
  {
    name: 'endpoints that never worked hold up those that do',
    file: 'server/push/push-outbox.ts',
    find: " || ' ' || d.worked",
    replace: " || ' '",
    test: { file: strangers, title: 'hold up nobody whose notifications work' },
  },
  {
    name: 'a deleted product is brought back under its old id',
    file: 'core/sync/bring-back.ts',
    find: '    const again = newId()\n',
    replace: '    const again = rowId\n',
    test: { file: back, title: 'comes back whole, with a new id' },
  },
  {
    name: 'of several changes of a field only the newest is brought back',
    file: 'core/sync/bring-back.ts',
    find: 'if (values) before.set(productId, { ...values, [field]: from ?? null })',
    replace:
      'if (values && !before.has(productId)) before.set(productId, { ...values, [field]: from ?? null })',
    test: { file: back, title: 'set back to what it was first' },
  },
  {
    name: 'what was added after the moment stays',
    file: 'core/sync/bring-back.ts',
    find: "if (what === 'add') before.set(productId, null)",
    replace: "if (what === 'add') continue",
    test: { file: back, title: 'what was added is deleted' },
  },
  {
    name: 'bringing a deleted product back cannot be undone',
    file: 'core/sync/bring-back.ts',
    find: "    undo.push({ op: 'delete', rowId: again })\n",
    replace: '',
    test: { file: back, title: 'and Undo takes that back' },
  },
  {
    name: 'a set to the same value is history',
    file: 'server/lists/store/change-log.ts',
    find: "if (field === 'position' || from === (to ?? undefined)) return",
    replace: "if (field === 'position') return",
    test: { file: history, title: 'changed nothing is no history' },
  },
  {
    name: 'moving a product is history',
    file: 'server/lists/store/change-log.ts',
    find: "if (field === 'position' || from === (to ?? undefined)) return",
    replace: 'if (from === (to ?? undefined)) return',
    test: { file: history, title: 'changed nothing is no history' },
  },
  {
    name: 'a page of a history splits a version',
    file: 'server/lists/store/change-log.ts',
    find: '    .filter(({ ver }) => ver >= last)\n',
    replace: '    .slice(0, last > 0 ? limit : most)\n',
    test: { file: history, title: 'split no version' },
  },
  {
    name: 'a change is folded over what somebody else changed',
    file: 'server/lists/store/change-log.ts',
    find: 'account_id !== account.id || before - at',
    replace: 'before - at',
    test: { file: shares, title: 'each go can be brought back to' },
  },
  {
    name: 'a change is folded over a pause',
    file: 'server/lists/store/change-log.ts',
    find: ' || before - at > limits.historyPauseMs',
    replace: '',
    test: { file: shares, title: 'each go can be brought back to' },
  },
  {
    name: 'what is folded forgets the first value',
    file: 'server/lists/store/change-log.ts',
    find: '    one.old_value = earlier.old_value\n',
    replace: '',
    test: { file: shares, title: 'from the first value to the last' },
  },
  {
    name: 'each guest has as large a share of a history as a member',
    file: 'server/operate/log-pruning.ts',
    find: 'const guests = new Set(found.map(({ id }) => id))',
    replace: 'const guests = new Set(found.slice(0, 0).map(({ id }) => id))',
    test: { file: shares, title: 'a thousand guests have one share' },
  },
  {
    name: 'what is beyond a share is deleted without folding it',
    file: 'server/operate/log-pruning.ts',
    find: '    await foldWhatIsOver(db, listId, cuts, true)\n',
    replace: '',
    test: { file: shares, title: 'whatever is beyond the shares' },
  },
  {
    name: 'a price that was unknown is not brought back',
    file: 'core/sync/bring-back.ts',
    find: "(from !== undefined || field === 'price')",
    replace: 'from !== undefined',
    test: { file: back, title: 'a price that was unknown is unknown again' },
  },
  {
    name: 'a history never ends',
    file: 'server/lists/store/change-log.ts',
    find: "      .where('at', '>=', since)\n",
    replace: '',
    test: { file: history, title: 'kept for 30 days' },
  },
  {
    name: 'a change of the list itself is not in its history',
    file: 'server/lists/store/list-store.ts',
    find: '  await storeLog(trx, list.id, batch)\n',
    replace: '',
    test: { file: history, title: 'treated alike' },
  },
  {
    name: 'a guest makes calls about any list',
    file: 'server/http/route.ts',
    find: 'if (!isForGuests || id !== user.guest_of)',
    replace: 'if (!isForGuests)',
    test: { file: guests, title: 'no other list, and makes no list' },
  },
  {
    name: 'a guest makes any call about the list',
    file: 'server/http/route.ts',
    find: 'if (!isForGuests || id !== user.guest_of)',
    replace: 'if (id !== user.guest_of)',
    test: { file: guests, title: 'no other list, and makes no list' },
  },
  {
    name: 'guests outlive their link',
    file: 'server/lists/store/guest-rows.ts',
    find: "where('guest_link.expires_at', '<=', now)",
    replace: "where('guest_link.expires_at', '<=', 0)",
    test: { file: guests, title: 'end after 7 days' },
  },
  {
    name: 'a list that is shopped again has the guests too',
    file: 'server/lists/store/members.ts',
    find: "        .where('account.guest_of', '=', ''),\n",
    replace: '',
    test: { file: guests, title: 'get no other list' },
  },
  {
    name: 'a guest who has ended stays a member',
    file: 'server/lists/store/guest-rows.ts',
    find: "    await trx.deleteFrom('member').where('list_id', '=', list).where('account_id', '=', id).execute()\n",
    replace: '',
  },
  {
    name: 'one guest of a link that is revoked does not end',
    file: 'server/lists/store/guest-rows.ts',
    find: 'for (const { id, list } of guests) {',
    replace: 'for (const { id, list } of guests.slice(1)) {',
    // The simulator sees no difference: the session ends with the link all the same.
    test: { file: 'tests/server/lists/guests.test.ts', title: 'revoking a link ends its guests at once' },
  },
  {
    name: 'a session that ends takes what waits on the device',
    file: 'device/drain.ts',
    find: "return { type: 'refreshed', result: await options.refresh(), random: options.random() }",
    replace:
      "return options.refresh().then(async (result) => (result === 'no' && (await db.erase()), { type: 'refreshed', result, random: options.random() }))",
  },
  {
    name: 'a guest who removes everything leaves the second copies',
    file: 'device/storage/db.ts',
    find: 'async function erase(): Promise<void> {',
    replace: 'async function erase(): Promise<void> {\n    const copies = { clear: () => undefined }',
  },
  {
    name: 'a guest who removes everything leaves the tray',
    file: 'device/storage/db.ts',
    find: 'for (const name of stores) await tx.objectStore(name).clear()',
    replace: "for (const name of stores) if (name !== 'tray') await tx.objectStore(name).clear()",
  },
  {
    name: 'another tab brings back what a guest removes',
    file: 'device/storage/db.ts',
    find: '    copies.clear()\n    await write(',
    replace: '    await write(',
    test: { file: 'tests/device/db.test.ts', title: 'brings nothing back of a guest' },
  },
]
