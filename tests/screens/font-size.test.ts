import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../../src')
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))

test('A11Y-5 no style sheet fixes the size of a text in pixels', () => {
  expect(sheets.length).toBeGreaterThan(20)
  const fixed = sheets.flatMap((name) =>
    [
      ...readFileSync(resolve(src, name), 'utf8').matchAll(
        /(?:\bfont|font-size[\w-]*|line-height):[^;]*\dpx/g,
      ),
    ].map(([line]) => `${name}: ${line}`),
  )
  expect(fixed).toEqual([])
})

test('A11Y-5 no media query is in pixels, which would not follow the browser’s font size', () => {
  const inPixels = sheets.flatMap((name) =>
    [...readFileSync(resolve(src, name), 'utf8').matchAll(/@(?:media|container)[^{]*\dpx/g)].map(
      ([line]) => `${name}: ${line}`,
    ),
  )
  expect(inPixels).toEqual([])
})
