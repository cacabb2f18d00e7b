import { pairwise, walkEverywhere } from '../support/walk.ts'
import { expect, test } from './fixtures.ts'

for (const look of pairwise) {
  test(`A11Y-1 I18N-1 every page: ${look.size}, ${look.mode}, ${look.language}`, async ({ app }) => {
    test.setTimeout(300_000)
    expect(await walkEverywhere(app, look)).toEqual([])
  })
}
