import { expect, test } from 'vitest'
import { sharedText } from '../../src/frame/use-start.ts'

test('FRAME-11 a shared title beside a text is no product', () => {
  expect(sharedText({ title: 'Notes', text: 'Milk\n2 kg potatoes' })).toBe('Milk\n2 kg potatoes')
  expect(sharedText({ title: 'Notes', text: 'Milk', url: '' })).toBe('Milk')
  // A page, as browsers share it: in one field or the other.
  const url = 'https://example.org/soup'
  expect(sharedText({ title: 'Soup – Example', url })).toBe(url)
  expect(sharedText({ title: 'Soup – Example', text: url, url: '' })).toBe(url)
  expect(sharedText({ title: 'Soup', text: `Look: ${url}`, url })).toBe(`Look: ${url}`)
  expect(sharedText({ title: 'Soup', text: 'For tonight', url })).toBe(`For tonight\n${url}`)
  // Alone, it is all there is.
  expect(sharedText({ title: ' Milk ', text: ' ' })).toBe('Milk')
  expect(sharedText({})).toBe('')
  expect(sharedText({ title: undefined, text: undefined, url: undefined })).toBe('')
})
