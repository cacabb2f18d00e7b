import { describe, expect, test } from 'vitest'
import { shownListName } from '../../core/product/list-copies.ts'
import { namesDate } from '../../src/texts/list-name.ts'
import { listsWith, searchLists } from '../../src/overview/search.ts'

const names = (lists: readonly { listName: string }[]) => lists.map(({ listName }) => listName)

describe('LISTS-2 search', () => {
  const products: Record<string, string[]> = {
    'Zakupy na sobotę': ['Milk', 'Oat milk', 'Żółty ser', 'Milk'],
    'Łódź: urodziny': ['Świeczki'],
  }
  const lists = ['Zakupy na sobotę', 'Łódź: urodziny', 'Saturday market', 'Café & bar'].map((listName) => ({
    listName,
    names: products[listName] ?? [],
  }))

  test.each([
    ['', ['Zakupy na sobotę', 'Łódź: urodziny', 'Saturday market', 'Café & bar']],
    ['sob', ['Zakupy na sobotę']],
    ['LODZ', ['Łódź: urodziny']],
    ['cafe', ['Café & bar']],
    ['na zak', ['Zakupy na sobotę']],
    ['aturday', []],
    ['sat xyz', []],
    ['!', []],
    ['  ', ['Zakupy na sobotę', 'Łódź: urodziny', 'Saturday market', 'Café & bar']],
  ])('LISTS-2 %j finds the beginnings of words, case and accents aside', (query, found) => {
    expect(names(searchLists(lists, query).map(({ list }) => list))).toEqual(found)
  })

  test.each([
    // Each once, in the order of the list.
    ['MIL', [['Zakupy na sobotę', ['Milk', 'Oat milk']]]],
    ['zolty', [['Zakupy na sobotę', ['Żółty ser']]]],
    // One word from the list's name and one from a product.
    ['sob oat', [['Zakupy na sobotę', ['Oat milk']]]],
    // If one product has both words, products with only one of them are not named.
    ['milk oat', [['Zakupy na sobotę', ['Oat milk']]]],
    ['oat ser', [['Zakupy na sobotę', ['Oat milk', 'Żółty ser']]]],
    ['milk swieczki', []],
    ['sat', [['Saturday market', []]]],
    // The sixth word is ignored.
    ['zakupy na sobote milk oat caviar', [['Zakupy na sobotę', ['Oat milk']]]],
    ['zakupy na sobote milk caviar oat', []],
  ])('LISTS-2 %j finds products too, and says which', (query, found) => {
    expect(searchLists(lists, query).map(({ list, products }) => [list.listName, products])).toEqual(found)
  })
})

describe('LISTS-1 which page a list is on', () => {
  const owner = { name: 'Ania', email: 'ania@home.example' }
  const lists = [
    { listName: 'mine', listStatus: 'aktywna' },
    { listName: 'my old one', listStatus: 'archiwum' },
    { listName: 'hers', listStatus: 'aktywna', owner },
    { listName: 'her old one', listStatus: 'archiwum', owner },
  ]

  test('LISTS-1 HAND-1 active are one’s own and those of others, archived one’s own, shared those of others', () => {
    expect(names(listsWith(lists, 'active'))).toEqual(['mine', 'hers'])
    expect(names(listsWith(lists, 'archived'))).toEqual(['my old one'])
    expect(names(listsWith(lists, 'shared'))).toEqual(['hers', 'her old one'])
  })
})

describe('LISTS-1 the name of a list in one line', () => {
  const date = new Date(2026, 10, 26, 18).toISOString()
  const named = (listName: string) => ({ listName, date })

  test.each([
    ['Shopping list of 26 November 2026', 'en', 'Shopping'],
    ['Lista zakupów z 26 listopada 2026', 'en', 'Shopping'],
    ['Shopping list of 26 November 2026', 'pl', 'Zakupy'],
    ['Shopping list of 2026-11-26', 'en', 'Shopping'],
    // In a time zone where it was the day after.
    ['Lista zakupów z 27 listopada 2026', 'pl', 'Zakupy'],
    // Not the day on which it was made.
    ['Shopping list of 20 November 2026', 'en', 'Shopping list of 20 November 2026'],
    ['Shopping list of 26 November 2026 cloned', 'en', 'Shopping list of 26 November 2026 cloned'],
    ['Weekend', 'en', 'Weekend'],
  ] as const)('LISTS-1 LISTS-3 %s in %s', (listName, language, expected) => {
    expect(shownListName(listName, date, language)).toBe(expected)
  })

  test('LISTS-1 a date that the name says already is not said again', () => {
    expect(namesDate(named('Party 26 November 2026'))).toBe(true)
    expect(namesDate(named('Lista zakupów z 26 listopada 2026 cloned'))).toBe(true)
    expect(namesDate(named('Week of 2026-11-14'))).toBe(true)
    expect(namesDate(named('Party 20 November 2026'))).toBe(true)
    expect(namesDate(named('Party 2026'))).toBe(false)
  })
})
