import { expect, test } from 'vitest'
import { listStatuses, limits } from '../../core/product/entities.ts'
import { listFieldNames, parseList, parseListField } from '../../core/product/list-fields.ts'
import { isOfList, isOfProduct } from '../../core/sync/change.ts'

const now = Date.parse('2026-11-23T12:00:00.000Z')
const date = '2026-11-23T11:59:00.000Z'

test('WHOLE-1 a new list has a name, cut of spaces, and the date on which it was made', () => {
  const given = { listName: '  Weekend ', date }
  expect(parseList(given, now)).toEqual({ ok: true, value: { listName: 'Weekend', date } })
  for (const listStatus of listStatuses)
    expect(parseList({ ...given, listStatus }, now)).toEqual({
      ok: true,
      value: { listName: 'Weekend', date, listStatus },
    })
})

test('WHOLE-1 a clock that is a day ahead is believed, one that is further ahead is not', () => {
  const at = (ms: number) => new Date(now + ms).toISOString()
  const dated = (given: string) => parseList({ listName: 'a', date: given }, now)
  expect(dated(at(86_400_000))).toMatchObject({ value: { date: at(86_400_000) } })
  expect(dated(at(86_400_001))).toMatchObject({ value: { date: at(0) } })
  expect(dated('9999-12-31T23:59:59.999Z')).toMatchObject({ value: { date: at(0) } })
  expect(dated('1970-01-01T00:00:00.000Z')).toMatchObject({ value: { date: '1970-01-01T00:00:00.000Z' } })
})

test.each([
  [undefined, 'required'],
  [5, 'invalidType'],
  [null, 'invalidType'],
  ['', 'invalidCharacters'],
  ['2026-11-23', 'invalidCharacters'],
  ['2026-11-23T11:59:00Z', 'invalidCharacters'],
  ['2026-11-23T11:59:00.000+01:00', 'invalidCharacters'],
  ['+012026-11-23T11:59:00.000Z', 'invalidCharacters'],
  ['Mon, 23 Nov 2026 11:59:00 GMT', 'invalidCharacters'],
  ['2026-02-30T11:59:00.000Z', 'outOfRange'],
  ['2026-13-01T11:59:00.000Z', 'outOfRange'],
  ['2026-11-23T24:00:00.000Z', 'outOfRange'],
  ['1969-12-31T23:59:59.999Z', 'outOfRange'],
  ['0000-00-00T00:00:00.000Z', 'outOfRange'],
  [`2026-11-23T11:59:00.000Z${'0'.repeat(100_000)}`, 'invalidCharacters'],
])('WHOLE-1 the date %j is refused', (given, error) => {
  expect(parseList({ listName: 'a', date: given }, now)).toEqual({ ok: false, errors: { date: error } })
})

test.each([
  ['listName', '', 'required'],
  ['listName', ' \n ', 'required'],
  ['listName', 'a\u0000b', 'invalidCharacters'],
  ['listName', 'a'.repeat(limits.name + 1), 'tooLong'],
  ['listName', 7, 'invalidType'],
  ['listStatus', 'gone', 'outOfRange'],
  ['listStatus', 'constructor', 'outOfRange'],
  ['listStatus', true, 'invalidType'],
] as const)('WHOLE-1 a list has no %s %j', (field, given, error) => {
  expect(parseListField(field, given)).toEqual({ ok: false, error })
  expect(parseList({ listName: 'a', date, [field]: given }, now)).toEqual({
    ok: false,
    errors: { [field]: error },
  })
})

test('WHOLE-1 what is no list is refused, with each thing that is wrong', () => {
  for (const given of [null, [], 'list', 1])
    expect(parseList(given, now)).toEqual({ ok: false, errors: { value: 'invalidType' } })
  expect(parseList({ productName: 'Milk', listStatus: 1 }, now)).toEqual({
    ok: false,
    errors: {
      productName: 'unknownField',
      listStatus: 'invalidType',
      listName: 'required',
      date: 'required',
    },
  })
  expect(parseList(JSON.parse('{"__proto__":{"listName":"a"},"date":"x"}'), now).ok).toBe(false)
})

test('WHOLE-1 the list’s own row has the list’s id', () => {
  const change = { op: 'delete', rowId: 'list' } as const
  expect([isOfList('list', change), isOfProduct('list', change)]).toEqual([true, false])
  expect([isOfList('other', change), isOfProduct('other', change)]).toEqual([false, true])
  expect(listFieldNames).toEqual(['listName', 'listStatus', 'currency'])
})

test('WEEK-1 a new list is shared with the household or nobody, never with somebody it names', () => {
  const given = { listName: 'Weekend', date }
  const value = { ...given, sharedWith: 'household' }
  expect(parseList(value, now)).toEqual({ ok: true, value })
  for (const sharedWith of ['', 'ola@example.pl', 7, ['household']])
    expect(parseList({ ...given, sharedWith }, now)).toEqual({
      ok: false,
      errors: { sharedWith: 'outOfRange' },
    })
})

test('WEEK-2 a new list may name the list whose members it gets, by nothing but an id', () => {
  const given = { listName: 'Weekend', date }
  const membersOf = '019d2f1e-3c4a-7000-8000-c1c3f5a0b2d4'
  expect(parseList({ ...given, membersOf }, now)).toEqual({ ok: true, value: { ...given, membersOf } })
  for (const [wrong, error] of [
    [7, 'invalidType'],
    ['', 'invalidCharacters'],
    ['a b', 'invalidCharacters'],
    ['a'.repeat(65), 'invalidCharacters'],
  ] as const)
    expect(parseList({ ...given, membersOf: wrong }, now)).toEqual({
      ok: false,
      errors: { membersOf: error },
    })
})
