import { msg } from '@lingui/core/macro'
import { afterEach, expect, test } from 'vitest'
import { i18n } from '../../src/texts/i18n.ts'
import { clearNotices, closesAfter, dismiss, notify, useNotices } from '../../src/ui/notices.ts'
import { notifyDeleted, undo, withdraw } from '../../src/sync/undo.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
afterEach(clearNotices)

const shown = () => useNotices.getState().shown.map(({ text }) => i18n._(text))
const press = () =>
  useNotices
    .getState()
    .shown.find(({ action }) => action)
    ?.action?.run()
const nothing = { run: () => undefined, of: [] }

function remove(name: string, undone: string[]) {
  const text = (count: number) => (count === 1 ? msg`Deleted: ${name}` : msg`${count} deleted`)
  notifyDeleted('products', 1, text, { run: () => undone.push(name), of: ['weekend'] })
}

test('HAND-8 deletions add up while their Undo is shown, and one Undo puts all of them back', () => {
  const undone: string[] = []
  for (const name of ['Milk', 'Bread', 'Rolls', 'Eggs', 'Tea', 'Salt', 'Oil']) remove(name, undone)
  expect(shown()).toEqual(['7 deleted'])
  press()
  expect(undone).toEqual(['Milk', 'Bread', 'Rolls', 'Eggs', 'Tea', 'Salt', 'Oil'])
})

test('HAND-8 the Undo that is offered belongs to the last deletion when the one before has gone', () => {
  const undone: string[] = []
  remove('Milk', undone)
  useNotices.getState().shown.forEach(({ id }) => dismiss(id))
  expect(shown()).toEqual([])
  remove('Bread', undone)
  expect(shown()).toEqual(['Deleted: Bread'])
  press()
  expect(undone).toEqual(['Bread'])
})

test('HAND-8 the newest takes the place of the last, and what was undone for another reason is not added up', () => {
  const undone: string[] = []
  remove('Milk', undone)
  notify('none', msg`Tea: still to buy`, undo(nothing))
  remove('Bread', undone)
  expect(shown()).toEqual(['Deleted: Bread'])
  press()
  expect(undone).toEqual(['Bread'])
})

test('HAND-8 a problem is neither covered by an Undo or a word, nor by another problem', () => {
  notify('error', msg`No room`)
  notify('success', msg`Saved`)
  notify('success', msg`Saved again`)
  remove('Milk', [])
  notify('error', msg`No network`)
  notify('error', msg`No room`)
  expect(shown()).toEqual(['No room', 'Saved again', 'Deleted: Milk', 'No network'])
})

test('HAND-8 an Undo goes once its list is archived or its product was changed again; others and plain words stay', () => {
  const untick = () =>
    notify('none', msg`Milk: still to buy`, undo({ run: () => undefined, of: ['weekend', 'milk'] }))
  for (const id of ['weekend', 'milk']) {
    untick()
    withdraw(id)
    expect(shown()).toEqual([])
  }
  untick()
  notify('success', msg`Saved`)
  withdraw('bread')
  expect(shown()).toEqual(['Milk: still to buy', 'Saved'])
  remove('Tea', [])
  remove('Salt', [])
  withdraw('weekend')
  expect(shown()).toEqual(['Saved'])
})

test('FRAME-5 HAND-8 3 s, with an action 6 s, counted anew in the same place; what holds something typed stays', () => {
  const times = () => useNotices.getState().shown.map(closesAfter)
  notify('success', msg`Saved`)
  notify('warning', msg`Not saved: abc`, { label: msg`Copy`, run: () => undefined }, true)
  remove('Milk', [])
  const [word, typed, undone] = times()
  expect(word).toBeCloseTo(3_000, -2)
  expect(typed).toBe(false)
  expect(undone).toBeCloseTo(6_000, -2)
  remove('Bread', [])
  expect(times().at(-1)).not.toBe(undone)
})
