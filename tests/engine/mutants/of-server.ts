import { mutantsOfTheListRow } from './of-list-rows.ts'
import type { Mutant } from './mutant.ts'

const people = 'tests/server/lists/people.test.ts'
const products = 'tests/server/products/stored-products.test.ts'
const lists = 'tests/server/lists/stored-lists.test.ts'
const templates = 'tests/server/templates/stored-templates.test.ts'
const accounts = 'tests/server/account/stored-accounts.test.ts'
const consent = 'tests/server/lists/consent.test.ts'

const guests = 'tests/server/lists/guests.test.ts'
const ownerLeaves = 'tests/server/account/owner-leaves.test.ts'

const refusals = 'tests/server/sync/refusals.test.ts'
const quota = 'tests/server/account/daily-quota.test.ts'
const longWrites = 'tests/server/products/long-writes.test.ts'

const mutantsOfTheCounts = ['living', 'bought', 'amount'].map((column): Mutant => ({
  name: `${column} of a list is not counted on`,
  file: 'server/lists/store/product-store.ts',
  find: `      ${column}: set('${column}', '+', ${column}),\n`,
  replace: '',
  test: { file: products, title: 'a product that is added' },
}))

/** Faults in code that the simulation never runs: each has a test that must notice it. */
export const mutantsOfTheServer: readonly Mutant[] = [
  ...mutantsOfTheCounts,
  ...mutantsOfTheListRow,
  {
    name: 'a refusal without a row of its own is forgotten',
    file: 'server/lists/sync/apply-ops.ts',
    find: "if (refusal?.tag === tagOf(op.opId)) answer(op, { status: 'rejected', why: refusal.why })\n      else if",
    replace: 'if',
    test: { file: refusals, title: 'is answered alike when it is sent again' },
  },
  {
    name: 'whatever comes again in the place of a refusal is refused',
    file: 'server/lists/sync/apply-ops.ts',
    find: 'if (refusal?.tag === tagOf(op.opId))',
    replace: 'if (refusal)',
    test: { file: refusals, title: 'is a fork' },
  },
  {
    name: 'a refusal on a row that is there has no row of its own',
    file: 'server/lists/sync/apply-ops.ts',
    find: "outcome.status === 'rejected' && !isThere(batch, op)",
    replace: "outcome.status === 'rejected'",
    test: { file: refusals, title: 'is answered alike when it is sent again' },
  },
  {
    name: 'all that a client was ever refused is kept',
    file: 'server/lists/store/refusals.ts',
    find: '    .filter(([seq]) => seq > last - kept)\n',
    replace: '',
    test: { file: refusals, title: 'no more is kept' },
  },
  {
    name: 'a client without a record takes the place of an operation that is known',
    file: 'server/lists/sync/apply-ops.ts',
    find: "    if (taken && taken.op_id !== op.opId) throw problem('fork')\n",
    replace: '',
    test: { file: refusals, title: 'whose record is gone' },
  },
  {
    name: 'pushes count against no quota',
    file: 'server/lists/sync/sync.ts',
    find: 'ops.length > 0 && spend(',
    replace: 'ops.length > 1e9 && spend(',
    test: { file: quota, title: 'nothing of a refused push is' },
  },
  {
    name: 'a client is looked for in all lists',
    file: 'server/lists/sync/operations.ts',
    find: "    .where('list_id', '=', listId)\n    .where('client_id', '=', client),",
    replace: "    .where('client_id', '=', client),",
    test: { file: 'tests/server/sync/one-list.test.ts', title: 'each statement of a change' },
  },
  {
    name: 'products that a copy makes count against no quota',
    file: 'server/lists/store/list-copies.ts',
    find: 'sum + text_bytes + bytesOfCopy',
    replace: 'sum',
    test: { file: quota, title: 'that repeat something large' },
  },
  {
    name: 'a clock that was set back keeps everybody from writing',
    file: 'server/base/daily-quota.ts',
    find: ", set('tally.ends_at', '>', last)",
    replace: '',
    test: { file: quota, title: 'before the clock was set back' },
  },
  {
    name: 'a product is stored as nobody’s',
    file: 'server/lists/store/product-rows.ts',
    find: '    added_by: held.addedBy,',
    replace: "    added_by: '',",
    test: { file: products, title: 'a product that is added' },
  },
  {
    name: 'the public link names who ticked',
    file: 'server/lists/rest/lists.ts',
    find: 'wholeList(db, null, find)',
    replace: "wholeList(db, { id: 'link' }, find)",
    test: { file: 'tests/server/sync/ticked-by.test.ts', title: 'by the public link nobody is named' },
  },
  {
    name: 'a removed account stays who changed',
    file: 'server/account/account-removal.ts',
    find: "of ['added_by', 'ticked_by', 'changed_by'] as const",
    replace: "of ['added_by', 'ticked_by'] as const",
    test: { file: 'tests/server/account/account-removal.test.ts', title: 'after 30 days everything goes' },
  },
  {
    name: 'what was prepared is stored over what others wrote meanwhile',
    file: 'server/lists/rest/long-writes.ts',
    find: 'if (list.head !== before.head || list.epoch !== before.epoch) throw new Overtaken()',
    replace: '',
    test: { file: longWrites, title: 'an order and what another member' },
  },
  {
    name: 'a merge counts only what the account held when it was prepared',
    file: 'server/lists/rest/long-writes.ts',
    find: "if (added > 0 && (await roomOf(trx, list.owner_id, 'lists')) < 0)",
    replace: 'if (added < 0)',
    test: { file: 'tests/server/lists/quota.test.ts', title: 'templates are merged at the same moment' },
  },
  {
    name: 'a repeated merge is prepared anew',
    file: 'server/http/route.ts',
    find: '        if (done) return done\n',
    replace: '',
    test: { file: longWrites, title: 'a merge that is repeated by its key' },
  },
  {
    name: 'nobody is told of an edit whose first answer was a 503',
    file: 'server/lists/sync/sync.ts',
    find: 'batch.head > list.head || isRepeated',
    replace: 'batch.head > list.head',
    test: { file: 'tests/server/sync/events.test.ts', title: 'edits that are sent again' },
  },
  {
    name: 'a renamed list is still found under its old name',
    file: 'server/lists/store/list-store.ts',
    find: '.set({ name, name_norm: wordsKey(name), status,',
    replace: '.set({ name, status,',
    test: { file: lists, title: 'made and renamed' },
  },
  {
    name: 'a copied product stays bought',
    file: 'server/lists/store/list-copies.ts',
    find: ', ${kept}, 0, ${to.owner_id}',
    replace: ', ${kept}, 1, ${to.owner_id}',
    test: { file: lists, title: 'a duplicate holds every column' },
  },
  {
    name: 'a copied product loses its icon',
    file: 'server/lists/store/list-copies.ts',
    find: '${category_id}, ${icon})`',
    replace: "${category_id}, ${''})`",
    test: { file: lists, title: 'a duplicate holds every column' },
  },
  {
    name: 'the list whose unbought products are cloned stays active',
    file: 'server/lists/rest/lists.ts',
    find: "setTo(source.id, 'listStatus', 'archiwum')",
    replace: "setTo(source.id, 'listStatus', 'aktywna')",
    test: { file: lists, title: 'archive and clone' },
  },
  {
    name: 'whoever was removed keeps the link',
    file: 'server/lists/store/members.ts',
    find: '.set({ hash: secret(services) })',
    replace: '.set({ hash: list.hash })',
    test: { file: lists, title: 'sharing, opening' },
  },
  {
    name: 'a guest outlives the link until the job',
    file: 'server/auth/session.ts',
    find: '  if (endsAt <= services.now()) return refuse(services, request)\n',
    replace: '',
    test: { file: guests, title: 'to the millisecond' },
  },
  {
    name: 'a guest is called like a member in other letters',
    file: 'server/lists/store/people/guest-names.ts',
    find: 'bareLetters(unhomoglyph(bareLetters(text)',
    replace: 'bareLetters((bareLetters(text)',
    test: { file: guests, title: 'invisible, look-alike' },
  },
  {
    name: 'a list is taken over from an owner who stays',
    file: 'server/lists/store/people/owners.ts',
    find: "  if (owner?.status !== 'D') throw problem('hasOwner')\n",
    replace: '',
    test: { file: ownerLeaves, title: 'one press makes a member' },
  },
  {
    name: 'somebody who left every list still gets the new ones',
    file: 'server/lists/store/members.ts',
    find: ".whereRef('member.account_id', '=', 'household.person_id')",
    replace: '',
    test: { file: people, title: 'somebody who left every list' },
  },
  {
    name: 'somebody whom the owner did not want in the household gets the new lists',
    file: 'server/lists/store/members.ts',
    find: ".where('permission', '<>', '')",
    replace: '',
    test: { file: people, title: 'both answers are stored' },
  },
  {
    name: 'anybody may be put into a household',
    file: 'server/lists/store/members.ts',
    find: 'const idOf = new Map([...before, ...accounts.values()]',
    replace:
      "const all = await db.selectFrom('account').select(['id', 'email_key']).execute()\n  const idOf = new Map([...before, ...all]",
    test: { file: people, title: 'strangers, unknown addresses' },
  },
  {
    name: 'a member is named before having opened the list',
    file: 'server/lists/store/members.ts',
    find: "name: member.accepted === 1 ? displayName(member) : ''",
    replace: 'name: displayName(member)',
    test: { file: consent, title: 'knows the address and nothing else' },
  },
  {
    name: 'a device that fetches a list by itself opens it',
    file: 'server/lists/sync/sync.ts',
    find: 'if (ops.length > 0) await accept(',
    replace: 'await accept(',
    test: { file: consent, title: 'knows the address and nothing else' },
  },
  {
    name: 'barcodes are seen by who has not opened the list',
    file: 'server/catalogue/barcodes.ts',
    find: "        .where('member.accepted', '=', 1)\n        .where('list.deleted_at', '=', 0),",
    replace: "        .where('list.deleted_at', '=', 0),",
    test: { file: consent, title: 'neither of the two sees' },
  },
  {
    name: 'barcodes are seen of who has not opened the list',
    file: 'server/catalogue/barcodes.ts',
    find: "        .where('member.accepted', '=', 1)\n        .where('member.list_id', 'in', edited),",
    replace: "        .where('member.list_id', 'in', edited),",
    test: { file: consent, title: 'neither of the two sees' },
  },
  {
    name: 'a renamed template is still found under its old name',
    file: 'server/templates/templates.ts',
    find: '{ name: name.value, name_norm: wordsKey(name.value) }',
    replace: '{ name: name.value }',
    test: { file: templates, title: 'a template that is made' },
  },
  {
    name: 'a product of a template keeps the icon of its old category',
    file: 'server/lists/store/field-columns.ts',
    find: "if (field === 'category') inCategory(row, String(value), by.named(String(value)))",
    replace:
      "if (field === 'category') Object.assign(row, { category_id: by.named(String(value))?.id ?? '' })",
    test: { file: templates, title: 'a product of a template' },
  },
  {
    name: 'the price of a product of a template stays unknown',
    file: 'server/lists/store/field-columns.ts',
    find: "if (field === 'price' && value !== null) row.price_unknown = 0",
    replace: '',
    test: { file: templates, title: 'a product of a template' },
  },
  {
    name: 'a template of a list is in another order',
    file: 'server/templates/template-products.ts',
    find: "    .orderBy('position')\n",
    replace: '',
    test: { file: templates, title: 'a template of a list' },
  },
  {
    name: 'a category keeps its old keywords',
    file: 'server/catalogue/categories.ts',
    find: 'else values.keywords = JSON.stringify([...new Set(texts)])',
    replace: '',
    test: { file: templates, title: 'an own category' },
  },
  {
    name: 'a code that is named again keeps its old unit, category and price',
    file: 'server/catalogue/barcodes.ts',
    find: 'doUpdateSet(values)',
    replace: 'doUpdateSet({ name: values.name, updated_at: values.updated_at })',
    test: { file: templates, title: 'what a code is called' },
  },
  {
    name: 'a profile keeps its old language',
    file: 'server/account/account.ts',
    find: '    if (language) changes.language = language\n',
    replace: '',
    test: { file: accounts, title: 'PROFILE-2 a new' },
  },
  {
    name: 'a renewed session forgets when its token was made',
    file: 'server/auth/session.ts',
    find: '.set({ generation, refreshed_at, access_at, used_at, doubled, plain_cookie })',
    replace: '.set({ generation, refreshed_at, used_at, doubled, plain_cookie })',
    test: { file: accounts, title: 'a session that is begun' },
  },
  {
    name: 'an account to be deleted does not know since when',
    file: 'server/account/account-removal.ts',
    find: '      deleted_at: now,\n',
    replace: '',
    test: { file: accounts, title: 'an account to be deleted' },
  },
]
