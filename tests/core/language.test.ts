import { describe, expect, test } from 'vitest'
import { type LanguageWishes, pageLanguage } from '../../core/text/language.ts'

const nobody: LanguageWishes = { account: null, unsaved: null, device: null, browser: 'en' }
const ola = { id: 'ola', language: 'pl' } as const
const anna = { id: 'anna', language: 'en' } as const

describe('HAND-15 AUTH-12 the language of the page', () => {
  test.each<[string, Partial<LanguageWishes>, 'en' | 'pl']>([
    ['is the browser’s on a new device', { browser: 'pl' }, 'pl'],
    ['is what the device spoke last while nobody is signed in', { device: 'pl' }, 'pl'],
    ['is the account’s, whoever used the device before', { account: ola, device: 'en' }, 'pl'],
    ['is the account’s, whatever was chosen before the log-in', { account: anna, device: 'pl' }, 'en'],
    ['is the account’s, whatever the browser asks for', { account: anna, browser: 'pl' }, 'en'],
    [
      'is what its person chose since, until the server has it',
      { account: anna, unsaved: { userId: 'anna', language: 'pl' } },
      'pl',
    ],
    [
      'is not what somebody else chose',
      { account: ola, unsaved: { userId: 'anna', language: 'en' }, device: 'en' },
      'pl',
    ],
    [
      'is the device’s again when they have gone, choice or not',
      { unsaved: { userId: 'anna', language: 'pl' }, device: 'en' },
      'en',
    ],
  ])('HAND-15 AUTH-12 %s', (_, wishes, language) => {
    expect(pageLanguage({ ...nobody, ...wishes })).toBe(language)
  })
})
