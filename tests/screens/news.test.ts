import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shortName } from '../../core/text/person-name.ts'
import {
  clearNews,
  emptiedText,
  holdNews,
  offerUnseen,
  releaseNews,
  tellNews,
  newsText,
} from '../../src/list/page/news.ts'
import { notItemised } from '../../core/product/categories.ts'
import type { Row } from '../../core/contract/shapes.ts'
import { type News, newsOf } from '../../src/sync/news.ts'
import { row } from '../support/entries.ts'
import { i18n } from '../../src/texts/i18n.ts'
import { useListUi } from '../../src/list/state/ui.ts'

i18n.loadAndActivate({ locale: 'en', messages: {} })
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  clearNews()
  vi.useRealTimers()
})

const one = (name: string, what: News['what'], by = '', own = false): News => ({
  id: name,
  name,
  what,
  by,
  own,
})
const said = () => {
  const { news } = useListUi.getState().newsLine
  return news.length > 0 ? i18n._(newsText(news)) : ''
}

test('HAND-9 one quiet line says who did what, and goes by itself after five seconds', () => {
  tellNews([one('Milk', 'added', 'Tom Kowalski')])
  expect(said()).toBe('Tom added Milk')
  vi.advanceTimersByTime(4_999)
  expect(said()).toBe('Tom added Milk')
  vi.advanceTimersByTime(1)
  expect(said()).toBe('')
  tellNews([one('Milk', 'bought', 'Tom Kowalski')])
  expect(said()).toBe('Tom ticked Milk')
})

test('TRIP-5 the end of a trip is one sentence with the shop and the number of things, and no list of deletions', () => {
  const by = { changedBy: 'Tom Kowalski', category_name: 'Dairy' }
  const gone = (id: string, more: Partial<Row> = {}) => row(id, 9, { ...by, deleted: true, ...more })
  const bought = row('milk', 5, { productStatus: true })
  const end = gone('end', { category_name: notItemised, shop_name: 'Lidl', quantity: 2, priceUnknown: true })
  const rest = gone('rest', { category_name: notItemised, shop_name: 'Lidl' })
  const all = [
    [gone('milk'), bought],
    [end, undefined],
    [gone('bread'), { ...bought, id: 'bread' }],
    [rest, undefined],
  ] as const
  tellNews(newsOf(all))
  expect(said()).toBe('Tom finished shopping at Lidl: 2 things')
  tellNews(newsOf([[{ ...end, quantity: 1, shop_name: '' }, undefined]]))
  expect(said()).toBe('Tom finished shopping: 1 thing')
  // A total that is typed later says nothing, and a product that was still to buy was deleted.
  expect(newsOf([[rest, undefined]])).toEqual([])
  expect(
    newsOf([
      [end, undefined],
      [gone('tea'), row('tea', 4)],
    ]).map(({ what }) => what),
  ).toEqual(['finished', 'deleted'])
  expect(newsOf([[gone('milk'), bought]]).map(({ what }) => what)).toEqual(['deleted'])
})

test('HAND-9 what somebody does one after the other adds up; anything else takes its place', () => {
  for (const name of ['Milk', 'Bread', 'Rolls']) {
    tellNews([one(name, 'bought', 'Tom')])
    vi.advanceTimersByTime(4_000)
  }
  expect(said()).toBe('Tom ticked 3 products')
  tellNews([one('Rolls', 'bought', 'Tom')])
  expect(said()).toBe('Tom ticked 3 products')
  tellNews([one('Tea', 'bought', 'Ola')])
  expect(said()).toBe('Ola ticked Tea')
  tellNews([one('Salt', 'added', 'Ola'), one('Oil', 'added', 'Ola')])
  expect(said()).toBe('Ola added 2 products')
  tellNews([one('Salt', 'deleted')])
  expect(said()).toBe('Somebody deleted: Salt')
})

test('HAND-9 of many things at once the line says what they have in common', () => {
  tellNews([one('Milk', 'added', 'Tom'), one('Bread', 'bought', 'Tom')])
  expect(said()).toBe('Tom changed 2 products')
  tellNews([one('Milk', 'bought', 'Tom'), one('Tea', 'bought', 'Tom'), one('Bread', 'changed', 'Tom')])
  expect(said()).toBe('Tom ticked 2 products')
  tellNews([one('Milk', 'added', 'Tom'), one('Bread', 'added', 'Ola')])
  expect(said()).toBe('Somebody changed 2 products')
  tellNews([one('Milk', 'deleted'), one('Bread', 'deleted')])
  expect(said()).toBe('Somebody changed 2 products')
})

test('HAND-9 whoever deletes, unticks or edits is named too, be it one product or many', () => {
  const kinds = [
    ['deleted', 'deleted'],
    ['unbought', 'unticked'],
    ['changed', 'changed'],
  ] as const
  for (const [what, verb] of kinds) {
    tellNews([one('Milk', what, 'Tom Kowalski')])
    expect(said()).toBe(`Tom ${verb} Milk`)
    tellNews([one('Bread', what, 'Tom Kowalski')])
    expect(said()).toBe(`Tom ${verb} 2 products`)
  }
})

test('HAND-9 one’s own hand on another device has no name, and somebody of one’s own name has one', () => {
  const own = (name: string, what: News['what']) => one(name, what, 'Ala Nowak', true)
  tellNews([own('Milk', 'added')])
  expect(said()).toBe('Added on your other device: Milk')
  tellNews([own('Milk', 'deleted')])
  expect(said()).toBe('Deleted on your other device: Milk')
  tellNews([own('Milk', 'bought')])
  expect(said()).toBe('Ticked on your other device: Milk')
  tellNews([own('Bread', 'bought')])
  expect(said()).toBe('Your other device changed 2 products')
  tellNews([one('Tea', 'bought', 'Ala Nowak')])
  expect(said()).toBe('Ala ticked Tea')
})

test('HAND-9 what was added out of view is offered a little longer, and as long as the pointer is on it', () => {
  tellNews([one('Milk', 'added', 'Tom')])
  offerUnseen(['Milk', 'of another time'])
  expect(useListUi.getState().newsLine.unseen).toEqual(['Milk'])
  vi.advanceTimersByTime(7_999)
  holdNews()
  vi.advanceTimersByTime(60_000)
  expect(said()).toBe('Tom added Milk')
  releaseNews()
  vi.advanceTimersByTime(8_000)
  expect(said()).toBe('')
  // Nothing is offered of what the line does not say.
  tellNews([one('Bread', 'added', 'Tom')])
  offerUnseen(['Bread'])
  tellNews([one('Tea', 'bought', 'Tom')])
  offerUnseen(['Bread'])
  expect(useListUi.getState().newsLine.unseen).toEqual([])
})

test('HAND-9 a name is shown by its first word, and a long one is cut between two characters', () => {
  expect(shortName('Aleksandra Nowak-Mazur')).toBe('Aleksandra')
  expect(shortName('')).toBe('')
  expect(shortName('x'.repeat(20))).toBe('x'.repeat(20))
  expect(shortName('👍'.repeat(60))).toBe(`${'👍'.repeat(19)}…`)
})

test('TRIP-3 HAND-10 an empty list says which trip emptied it, or that nothing is left; one never used says neither', () => {
  const text = (...rows: Row[]) => {
    const said = emptiedText(rows)
    return said && i18n._(said)
  }
  const end = (ver: number, shop_name: string, quantity: number) =>
    row(`end${ver}`, ver, {
      category_name: notItemised,
      priceUnknown: true,
      changedBy: 'Ben Nowak',
      mine: [],
      shop_name,
      quantity,
      deleted: true,
    })
  const milk = row('milk', 5, { deleted: true, productStatus: true })
  expect(text()).toBeNull()
  expect(text(milk)).toBe('Nothing left to buy')
  expect(text(end(2, 'Market', 9), milk, end(4, 'Lidl', 3))).toBe('Ben finished shopping at Lidl: 3 things')
})
