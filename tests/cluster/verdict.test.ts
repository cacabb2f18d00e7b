import { expect, test } from 'vitest'
import { Ledger } from './ledger.ts'
import { shownAs, type Stored, type Typist, verdict } from './verdict.ts'

const row = (id: string, ver: number, more: Partial<Stored> = {}): Stored => ({
  id,
  listId: 'week',
  ver,
  isDeleted: false,
  productName: `name of ${id}`,
  productStatus: false,
  position: `a${ver}`,
  fieldVer: { '*': ver },
  ...more,
})

/** A run in which everything held: two people, three products of their own, two shared ones, a deleted one. */
function run() {
  const rows = [
    row('a1', 1),
    row('a2', 2),
    row('b1', 3),
    row('s1', 4),
    row('s2', 5),
    row('gone', 6, { isDeleted: true }),
  ]
  const shown = new Map(rows.filter((one) => !one.isDeleted).map((one) => [one.id, shownAs(one)]))
  const typist = (email: string, ids: string[], deleted: string[]): Typist => ({
    email,
    list: 'week',
    typed: new Map(ids.map((id) => [id, `name of ${id}`])),
    deleted: new Set(deleted),
    shared: ['s1', 's2'],
    shown,
  })
  const ledger = {
    isStrict: true,
    names: new Map([['op', { rowId: 'a1', name: 'anna 2' }]]),
    newest(id: string, field: 'productName' | 'productStatus' | 'position') {
      const told = rows.find((each) => each.id === id)
      return told && { ver: told.ver, value: told[field] }
    },
  }
  return {
    typists: [typist('anna', ['a1', 'a2'], ['gone']), typist('ben', ['b1'], [])],
    rows,
    history: [{ product_id: 'a1', new_value: JSON.stringify('anna 2') }],
    ledger,
  }
}

const named = (name: string) => ({ product_id: 'a1', new_value: JSON.stringify(name) })

test('RUN-7 a name that the same person replaced in one go is in the history by the later one', () => {
  expect(verdict({ ...run(), history: [named('anna 3')] }).faults).toEqual([])
})

const sentences = [
  '3 products that one person typed are stored, each once, with the name that was typed last',
  '2 shared products are stored, each once',
  '1 deleted products are gone',
  '5 products are stored in all, and none that nobody typed',
  '2 devices show what is stored, and nothing else',
  '6 versions, each of one product',
  '15 fields are stored in the newest version that any device was told of',
  '1 acknowledged changes of names, each once in the history, or a later one of that person',
]

test('RUN-7 the judge of the cluster says a sentence for each thing that held', () => {
  expect(verdict(run())).toEqual({ held: sentences, faults: [] })
})

type Run = ReturnType<typeof run>
const replace = (all: Run, id: string, change: Partial<Stored>): Run => ({
  ...all,
  rows: all.rows.map((one) => (one.id === id ? { ...one, ...change } : one)),
})

test.each<[what: string, broken: (all: Run) => Run, unsaid: number[], fault: RegExp]>([
  [
    'a typed product is lost and another one is there',
    // The numbers agree.
    (all) => ({ ...all, rows: all.rows.map((one) => (one.id === 'a1' ? { ...one, id: 'x' } : one)) }),
    [0, 3, 4, 6],
    /^anna: a product is lost: a1 /,
  ],
  [
    'a shared product is lost and another one is there',
    (all) => ({ ...all, rows: all.rows.map((one) => (one.id === 's1' ? { ...one, id: 'x' } : one)) }),
    [1, 3, 4, 6],
    /^week: a product is lost: s1 /,
  ],
  ['a shared product was deleted', (all) => replace(all, 's2', { isDeleted: true }), [1, 4], /is lost: s2/],
  [
    'a product is stored twice',
    (all) => ({ ...all, rows: [...all.rows, row('b1', 9, { listId: 'other' })] }),
    [0, 6],
    /^ben: a product is stored 2 times: b1 /,
  ],
  [
    'an older name is stored',
    (all) => replace(all, 'b1', { productName: 'old' }),
    [0, 4, 6],
    /old is stored$/,
  ],
  [
    'a product is in another list',
    (all) => replace(all, 'b1', { listId: 'other' }),
    [0, 4],
    /in another list: b1/,
  ],
  [
    'a deleted product is back',
    (all) => replace(all, 'gone', { isDeleted: false }),
    [2, 4],
    /is there: gone$/,
  ],
  ['two products have one version', (all) => replace(all, 'b1', { ver: 2 }), [5], /one version$/],
  ['a name is not in the history', (all) => ({ ...all, history: [] }), [7], /is 0 times in the history$/],
  [
    'only an earlier name is in the history',
    (all) => ({ ...all, history: [named('anna 1')] }),
    [7],
    /is 0 times/,
  ],
  ['only a name of another person is', (all) => ({ ...all, history: [named('ben 3')] }), [7], /is 0 times/],
  [
    'a device shows something else',
    (all) => ({ ...all, typists: all.typists.map((one) => ({ ...one, shown: new Map() })) }),
    [4],
    /^anna shows 0 products, the list has 5, 5 of them otherwise$/,
  ],
])('RUN-7 the judge of the cluster does not say what did not hold: %s', (_, broken, unsaid, fault) => {
  const told = run()
  const { held, faults } = verdict({ ...broken(told), ledger: told.ledger })
  expect(faults.some((one) => fault.test(one))).toBe(true)
  // The counts differ, the sentences are known by their last words.
  const said = (i: number) => held.some((one) => one.endsWith(sentences[i]?.slice(-25) ?? '?'))
  expect(sentences.map((_one, i) => i).filter((i) => !said(i))).toEqual(unsaid)
})

test('RUN-7 the judge of the cluster says nothing of what nobody tried', () => {
  expect(verdict({ typists: [], rows: [], history: [], ledger: new Ledger([]) })).toEqual({
    held: [],
    faults: [],
  })
})
