import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, dropQuestions, holdQuestion, releaseQuestion } from '../../src/list/add/duplicate-question.tsx'
import { emptyDraft } from '../../src/list/state/use-kept-draft.ts'
import { useListUi } from '../../src/list/state/ui.ts'
import { useOpenList } from '../../src/sync/open-list.ts'
import { row } from '../support/entries.ts'
import { project } from '../../core/sync/mutation.ts'

const [there] = project([row('milk', 1, { productName: 'Milk' })], [])

beforeEach(() => {
  vi.useFakeTimers()
  useOpenList.setState({ listId: 'weekend' })
})
afterEach(() => {
  useListUi.setState({ questions: new Map() })
  vi.useRealTimers()
})

function askAbout(productName: string, more: object = {}) {
  if (!there) throw new Error('no row')
  const said = { productName, ...more }
  ask({ there, said, value: said, draft: emptyDraft })
}
const asked = () =>
  useListUi
    .getState()
    .questions.get('weekend')
    ?.map(({ said }) => said.productName)

test('WEEK-8 the question about a product that is there leaves after 6 s, counted from the last one', () => {
  askAbout('milk')
  vi.advanceTimersByTime(5_900)
  expect(asked()).toEqual(['milk'])
  askAbout('MILK')
  vi.advanceTimersByTime(5_900)
  expect(asked()).toEqual(['MILK'])
  vi.advanceTimersByTime(100)
  expect(asked()).toEqual([])
})

test('WEEK-8 the question stays while the focus or the pointer is on it, and 6 s after', () => {
  askAbout('milk')
  holdQuestion()
  vi.advanceTimersByTime(60_000)
  expect(asked()).toEqual(['milk'])
  releaseQuestion()
  vi.advanceTimersByTime(5_900)
  expect(asked()).toEqual(['milk'])
  vi.advanceTimersByTime(100)
  expect(asked()).toEqual([])
})

test('WEEK-8 the question leaves with the next product, also on a list that was left; one with a typed amount waits', () => {
  askAbout('milk', { quantity: 3 })
  askAbout('milk')
  expect(asked()).toEqual(['milk', 'milk'])
  useOpenList.setState({ listId: 'other' })
  dropQuestions()
  expect(useListUi.getState().questions.get('weekend')).toMatchObject([{ said: { quantity: 3 } }])
  vi.advanceTimersByTime(60_000)
  expect(useListUi.getState().questions.get('weekend')).toHaveLength(1)
})
