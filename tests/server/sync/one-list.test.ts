import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { quotasOf } from '../../../server/limits/daily-quota.ts'
import { dialect, freshDatabase } from '../../support/database.ts'
import { newList, type Person, share } from '../../support/server.ts'
import { layoutOf, keys } from '../../support/statements/layout.ts'
import { recordStatements } from '../../support/statements/recorded.ts'
import { type Touched, touchedBy } from '../../support/statements/touched.ts'
import { pushHousehold } from '../push/household.ts'

/** What these calls touch beyond the rows of their list, in which of them, and why. Everything else fails the test. */
const beyond: readonly { calls: RegExp; touches: RegExp; why: string }[] = [
  {
    calls: /./,
    touches: /^by itself: select session by id: the session of the (owner|member)$/,
    why: 'Whose session it is, is read before the work.',
  },
  {
    calls: /tick|edit|add|delete|many|rename|new list/,
    touches: /^in its transaction: (select|insert) tally by key: the day of the (owner|member)$/,
    why: 'What a person stores in a day is counted over all lists and instances; the last statement before the commit.',
  },
  {
    calls: /edit|add|many|new list/,
    touches: /^by itself: select category by account_id: the (owner|member)$/,
    why: 'The categories of who writes are read before the transaction.',
  },
  {
    calls: /add|many|new list/,
    touches: /^in its transaction: (select list by id: any|lock account everywhere)$/,
    why: 'The limits of products and lists count all lists of the owner, whose account is locked before the commit.',
  },
  {
    calls: /add|many|last tick|new list/,
    touches: /^in its transaction: (insert|select) push_(event|device) by account_id: (any|the member)$/,
    why: 'Notifications are stored for each device of the others, in the same transaction (decision 131).',
  },
  {
    calls: /tick|edit|add|delete|many|rename|new list/,
    touches: /^in its transaction: select webhook by account_id: any$/,
    why: 'Webhooks of the list’s people are told from an outbox in the same transaction.',
  },
  {
    calls: /overview/,
    touches: /^by itself: select (list|member) by (id|list_id): (any|another list and the list)$/,
    why: 'An overview is of several lists; on several machines each account needs its own copy of it.',
  },
]

/** Names of people: each machine has a copy of all accounts. */
const everywhere = 'select account'

/** Two lists of ala, in which ola may edit; each has a phone that gets notifications. */
async function household() {
  const all = await pushHousehold({ onDisk: true, env: { DATABASE_URL: await freshDatabase() } })
  const { server, ala, ola } = all
  await all.turnOn(ala, 'phone')
  const other = await newList(server, ala)
  await share(server, ala, other, ola, 'edit')
  return { ...all, other }
}

const set = (rowId: string, field: string, value: unknown) => ({ op: 'set', rowId, field, value, baseVer: 0 })
const add = (rowId: string) => ({ op: 'add', rowId, value: { productName: rowId } })
const remove = (rowId: string) => ({ op: 'delete', rowId })

test('RUN-12 each statement of a change or a read of a list names the list, except for those named here', async () => {
  const { server, ala, ola, list, other } = await household()
  const layout = await layoutOf(server.db)
  const { during } = recordStatements()

  const names = new Map<unknown, string>([
    [other, 'another list'],
    ['made', 'another list'],
    [ala.id, 'the owner'],
    [ola.id, 'the member'],
  ])
  for (const [who, name] of [
    [ala, 'the owner'],
    [ola, 'the member'],
  ] as const) {
    for (const isRemoval of [false, true])
      for (const { key } of quotasOf({ id: who.id, status: 'A' }, '127.0.0.1', isRemoval))
        names.set(createHash('sha256').update(key).digest('base64url'), `the day of ${name}`)
    const sessions = await server.db
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', who.id)
      .execute()
    for (const { id } of sessions) names.set(id, `the session of ${name}`)
  }
  const named = ({ table, what, values }: Touched, to: string) => {
    const key = keys[table as keyof typeof keys]
    if (key === '') return what === 'select' ? everywhere : `${what} ${table} everywhere`
    const which = values?.map((value) => (value === to ? 'the list' : (names.get(value) ?? String(value))))
    return `${what} ${table} by ${key}: ${which ? [...new Set(which)].toSorted().join(' and ') : 'any'}`
  }

  const written: string[] = []
  const wrong: string[] = []
  const used = new Set<object>()
  const record = async (call: string, work: () => Promise<{ status: number; body: unknown }>, to = list) => {
    let answer: unknown
    const statements = await during(async () => (answer = await work()))
    expect([call, answer]).toMatchObject([call, { status: 200 }])
    const [alone, together]: [string[], string[]] = [[], []]
    for (const statement of statements) {
      const when = statement.inTransaction ? 'in its transaction' : 'by itself'
      const lines = touchedBy(statement, layout).map((touched) => {
        const line = named(touched, to)
        if (line === everywhere || line.endsWith(': the list')) return line
        const known = beyond.find(
          ({ calls, touches }) => calls.test(call) && touches.test(`${when}: ${line}`),
        )
        if (!known) wrong.push(`${call}: ${when}: ${line}`)
        else used.add(known)
        return `${line} [${known ? beyond.indexOf(known) + 1 : '?'}]`
      })
      // A new connection asks the database about itself.
      if (lines.length > 0)
        (statement.inTransaction ? together : alone).push(`  ${when}: ${lines.join('; ')}`)
    }
    // Statements outside of a transaction run on several connections, in any order.
    written.push('', `${call}:`, ...alone.toSorted(), ...together)
  }

  let sent = 0
  const push = (who: Person, changes: object[], more: object = {}, to = list) => {
    const client = `c${++sent}`
    const ops = changes.map((one, i) => ({ ...one, seq: i + 1, opId: `${client}-${i}`, ageMs: 0 }))
    const body = { v: 2, client, request: 'r', cursor: 1, ops, ...more }
    return server.call(who, 'POST', `/api/v3/list/${to}/sync`, body)
  }
  const many = Array.from({ length: 300 }, (_, i) => add(`many-${i}`))
  await push(ala, [add('milk'), add('salt'), add('tea'), ...many], { cursor: 0 })
  await push(ala, [add('milk')], { cursor: 0 }, other)
  await server.call(ola, 'POST', `/api/v3/list/${list}/trip`)

  await record('a tick by the owner', () => push(ala, [set('milk', 'productStatus', true)]))
  await record('a tick by a member', () => push(ola, [set('salt', 'productStatus', true)]))
  await record('an edit', () => push(ala, [set('milk', 'price', 3), set('milk', 'category', 'Dairy')]))
  await record('an add while a member is shopping', () => push(ala, [add('bread')]))
  await record('an add by a member', () => push(ola, [add('jam'), add('rice')]))
  await record('a delete', () => push(ala, [remove('bread')]))
  await record('many at once', () =>
    push(ala, [
      ...many.map(({ rowId }) => set(rowId, 'productStatus', true)),
      ...['jam', 'rice'].map((rowId) => set(rowId, 'productStatus', true)),
      add('oil'),
      add('vinegar'),
      set('vinegar', 'productStatus', true),
      remove('tea'),
    ]),
  )
  await record('the last tick', () => push(ala, [set('oil', 'productStatus', true)]))
  await record('a rename', () => push(ala, [set(list, 'listName', 'Party')]))
  const made = { op: 'add', rowId: 'made', value: { listName: 'New', date: '2026-11-23T10:00:00.000Z' } }
  await record('a new list', () => push(ala, [made, add('one')], { cursor: 0 }, 'made'), 'made')
  await record('what is new', () => push(ala, []))
  await record('all of a list', () => push(ala, [], { cursor: 0 }))
  await record('a list is read', () => server.call(ola, 'GET', `/api/v3/list/${list}`))
  for (const [what, who] of [
    ['active', ala],
    ['shared', ola],
  ] as const)
    await record(`the overview, ${what}`, () => server.call(who, 'GET', `/api/v3/lists?status=${what}`))

  expect(wrong).toEqual([])
  expect(beyond.filter((one) => !used.has(one))).toEqual([])
  const reasons = beyond.map(({ why }, i) => `[${i + 1}] ${why}`)
  if (dialect === 'postgres')
    await expect(`${[...reasons, ...written].join('\n')}\n`).toMatchFileSnapshot('one-list.txt')
})

test('RUN-12 a statement that leaves its list is found', async () => {
  const { server } = await household()
  const layout = await layoutOf(server.db)
  const of = (sql: string, ...parameters: unknown[]) =>
    touchedBy({ sql, parameters, inTransaction: false }, layout).map(({ what, table, values }) => [
      what,
      table,
      values,
    ])
  const two = ['a', 'b']
  expect([
    ...of('select name from product where id = $1', 'p'),
    ...of('select name from product where list_id = $1 or id = $2', 'a', 'p'),
    ...of('select name from product where not (list_id = $1) and ver > $2', 'a', 1),
    ...of('update product set ver = 1 where list_id <> $1', 'a'),
    ...of('delete from product where list_id = any($1)', two),
    ...of('select 1 from list left join member on member.list_id = list.id and member.list_id = $1', 'a'),
    ...of('select 1 from list, product where list.id = $1 and product.id = list.name', 'a'),
    ...of('select 1 from list where id = $1 union all select 1 from list', 'a'),
    ...of('select 1 from list where id = $1 and exists (select 1 from product p where p.ver = 1)', 'a'),
    ...of('insert into product (list_id, id) values ($1, $3), ($2, $3)', ...two, 'p'),
    ...of('select 1 from list where id = $1 for update', 'a'),
  ]).toEqual([
    ['select', 'product', null],
    ['select', 'product', null],
    ['select', 'product', null],
    ['update', 'product', null],
    ['delete', 'product', two],
    ['select', 'list', null],
    ['select', 'member', ['a']],
    ['select', 'list', ['a']],
    ['select', 'product', null],
    ['select', 'list', ['a']],
    ['select', 'list', null],
    ['select', 'list', ['a']],
    ['select', 'product', null],
    ['insert', 'product', two],
    ['lock', 'list', ['a']],
  ])
  expect(() => of('with x as (select 1) select 1 from x')).toThrow('not understood')
  expect(() => of('truncate product')).toThrow('not understood')
})
