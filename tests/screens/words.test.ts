import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'

async function readTexts(locale: 'en' | 'pl'): Promise<string[]> {
  const file = resolve(import.meta.dirname, `../../locales/${locale}/messages.po`)
  const context = { locale, sourceLocale: 'en', filename: file }
  const catalog = await formatter().parse(readFileSync(file, 'utf8'), context)
  return Object.values(catalog).map(({ translation = '' }) => translation)
}

const english = await readTexts('en')
const polish = await readTexts('pl')

/** Texts that people's scripts know; their spelling is kept. */
const toTheLetter = [
  'The session has expired. Please log in again.',
  'An error occured while creating new shopping list. Try again later.',
  'An error occured while deleting list. Try again later.',
  'An error occured while archiving list. Try again later.',
  'An error occured while restoring a list. Try again later.',
  'An unexpected error occured. Try again later.',
  'Connection error with the server',
  'Error updateing the list',
  'Correctly updated the list',
  'List deleted successfully',
  'List archivived successfully.',
  'List restored successfully',
  'List shared successfully',
  'Successfully sent a list',
  'Successfully logged in',
  'User has been successfully removed from the list',
  'Permissions changed',
  'Password changed successfully',
  'Account has been deleted',
  'Account has not been activated',
  'Account has already been submitted for deletion',
  'User not found',
  'The user already has access',
  'You cannot share this list',
  'Invalid reset link',
  'Only one activation link per 24 hours can be sent',
  'Session refresh error',
  'There is already an account with the given email address',
  'Invalid username or password',
  "User profile doesn't exist",
  'Field is empty',
  'Required',
  'Email format is not valid',
  'Password dont match',
  'Regulations must be accepted',
  'Repeated password is not the same',
  'Old password is incorrect',
  'Incorrect password',
  'Invalid email',
  'The form has not been completed',
  'Oops, Page Not Found :(',
]

test.each(toTheLetter)('HAND-16 stays to the letter: %s', (text) => expect(english).toContain(text))

test('HAND-16 one English word for one thing, and typographic quotes', () => {
  const wrong = /e-mail|\bsign(s|ed|ing)? (in|out)\b|mailbox|\blog-in\b|["']/i
  const plain = english.filter((text) => !toTheLetter.includes(text))
  expect(plain.filter((text) => wrong.test(text))).toEqual([])
})

test('HAND-16 one Polish word for one thing, and Polish quotes in pairs', () => {
  const wrong = /\bemail|(?<!-)\bmaila?\b|["'“‘’]|„[^”]*$/i
  // Names of values stand in braces and are not shown.
  expect(polish.filter((text) => wrong.test(text.replaceAll(/\{\w+\}/g, '')))).toEqual([])
  expect(polish.filter((text) => text.split('„').length !== text.split('”').length)).toEqual([])
})

test('HAND-16 the words that a native would choose', () => {
  for (const text of ['Shared with me', 'Check your inbox', 'Email', 'View-only link', 'No lists found'])
    expect(english).toContain(text)
  expect(polish).toContain('Udostępnione mi')
})
