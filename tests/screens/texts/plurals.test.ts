import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'

const file = resolve(import.meta.dirname, '../../../locales/pl/messages.po')
const catalog = await formatter().parse(readFileSync(file, 'utf8'), {
  locale: 'pl',
  sourceLocale: 'en',
  filename: file,
})
const texts = Object.values(catalog).map(({ translation = '' }) => translation)
const withPlural = texts.filter((text) => text.includes(', plural,'))

function inPolish(text: string, values: Record<string, unknown>): string {
  const i18n = setupI18n({ locale: 'pl', messages: { pl: { text: compileMessageOrThrow(text) } } })
  return i18n._('text', values)
}

test.each(withPlural)('I18N-1 all four Polish forms are there: %s', (text) => {
  for (const form of ['one', 'few', 'many', 'other']) expect(text).toMatch(new RegExp(`\\b${form} \\{`))
})

test('I18N-1 Polish counts as Poles do', () => {
  const deleted = withPlural.find((text) => text.includes('Usunięto # produkt}')) ?? ''
  const [, name = ''] = /\{(\w+), plural/.exec(deleted) ?? []
  expect([0, 1, 2, 5, 12, 22, 1.5].map((count) => inPolish(deleted, { [name]: count }))).toEqual([
    'Usunięto 0 produktów',
    'Usunięto 1 produkt',
    'Usunięto 2 produkty',
    'Usunięto 5 produktów',
    'Usunięto 12 produktów',
    'Usunięto 22 produkty',
    'Usunięto 1,5 produktu',
  ])
})

test('I18N-1 every text compiles', () => {
  for (const text of texts) expect(() => compileMessageOrThrow(text)).not.toThrow()
})
