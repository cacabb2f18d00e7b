import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('A11Y-4 what a finger has pressed does not stay marked as if a pointer hovered over it', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.css'),
  )
  expect(files.length).toBeGreaterThan(20)
  const wrong = files.flatMap((file) => {
    const elsewhere = readFileSync(`src/${file}`, 'utf8').replaceAll(
      /@media \(hover: hover\) \{\n(?: .*\n|\n)*\}/g,
      '',
    )
    const selectors = elsewhere.match(/^[^{}]*:hover[^{}]*(?=\{)/gm) ?? []
    // Where focus does the same, the mark goes away with the next press.
    return selectors.filter((selector) => !selector.includes(':focus')).map((one) => `${file}: ${one.trim()}`)
  })
  expect(wrong).toEqual([])
})
