import { expect, test } from 'vitest'
import { parseCategory, splitKeywords } from '../../../core/text/category-values.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { cutText } from '../../../core/text/cut.ts'

test('FRAME-3 FRAME-4 a name is cut to a length, ellipsis included, and never inside an emoji', () => {
  expect(cutText('Anna', 24)).toBe('Anna')
  expect(cutText('Maksymiliana Brzęczyszczykiewicz', 24)).toBe('Maksymiliana Brzęczyszc…')
  expect([...cutText('🍎🍐🍊🍋🍌', 3)]).toEqual(['🍎', '🍐', '…'])
})

test('FRAME-4 somebody without a name is called by the beginning of the address', () => {
  const profile = {
    id: 'a',
    email: 'ala.kot@example.pl',
    city: '',
    imageName: null,
    language: 'pl',
    name: '',
    status: 'N',
    surname: '',
  } as const
  expect(displayName(profile)).toBe('ala.kot')
  expect(displayName({ ...profile, name: 'Ala', surname: 'Kot' })).toBe('Ala Kot')
  expect(displayName({ email: '' })).toBe('')
})

test('PROFILE-6 words come apart at commas, semicolons and lines, each once', () => {
  expect(splitKeywords(' worm, hook;rod \n\n rod, , fishing line ')).toEqual([
    'worm',
    'hook',
    'rod',
    'fishing line',
  ])
  expect(splitKeywords(' ,\n')).toEqual([])
})

test('PROFILE-6 words that the server would refuse are refused before', () => {
  const keywordsError = (keywords: string[]) => parseCategory({ keywords }).words?.error
  expect(keywordsError(['worm', 'żyłka'])).toBeNull()
  expect(keywordsError(['worm', '--'])).toBe('invalidCharacters')
  expect(keywordsError(['x'.repeat(101)])).toBe('tooLong')
  expect(keywordsError(Array.from({ length: 101 }, (_, i) => `w${i}`))).toBe('tooLong')
})
