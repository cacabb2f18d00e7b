import { msg } from '@lingui/core/macro'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { i18n } from '../../src/texts/i18n.ts'
import { clearNotices, dismiss, holdNotice, notify, startTimer, useNotices } from '../../src/state/notices.ts'
import { notifyDeleted, undo, withdraw } from '../../src/state/lists/undo.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  clearNotices()
  vi.useRealTimers()
})

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

test('HAND-8 deletions within six seconds add up, and one Undo puts all of them back', () => {
  const undone: string[] = []
  for (const name of ['Milk', 'Bread', 'Rolls', 'Eggs', 'Tea', 'Salt', 'Oil']) {
    remove(name, undone)
    vi.advanceTimersByTime(5_900)
  }
  expect(shown()).toEqual(['7 deleted'])
  press()
  expect(undone).toEqual(['Milk', 'Bread', 'Rolls', 'Eggs', 'Tea', 'Salt', 'Oil'])
})

test('HAND-8 the Undo that is offered belongs to the last deletion when the one before has gone', () => {
  const undone: string[] = []
  remove('Milk', undone)
  vi.advanceTimersByTime(6_000)
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
  vi.advanceTimersByTime(3_000)
  expect(shown()).toEqual(['Deleted: Milk'])
  vi.advanceTimersByTime(3_000)
  expect(shown()).toEqual([])
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

test('FRAME-5 what is looked at waits, and counts from the beginning afterwards', () => {
  const id = notify('none', msg`Gone`, undo(nothing))
  vi.advanceTimersByTime(5_000)
  holdNotice(id)
  vi.advanceTimersByTime(60_000)
  expect(shown()).toEqual(['Gone'])
  startTimer(id)
  vi.advanceTimersByTime(5_999)
  expect(shown()).toEqual(['Gone'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

test('HAND-8 what holds something typed stays until it is closed', () => {
  const id = notify('warning', msg`Not saved: abc`, { label: msg`Copy`, run: () => undefined }, true)
  vi.advanceTimersByTime(600_000)
  expect(shown()).toEqual(['Not saved: abc'])
  dismiss(id)
  expect(shown()).toEqual([])
})
