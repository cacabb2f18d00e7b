import { looks, walkEverywhere } from '../../support/screens/walk.ts'
import { expect, test } from '../fixtures.ts'

// The first look uses a new browser and opens each page by its address; the others follow links.
for (const [i, look] of looks.entries()) {
  test(`A11Y-1 I18N-1 every page: ${look.size}, ${look.mode}, ${look.language}`, async ({
    app,
    prepared,
  }) => {
    // Some 60 pages, each read by axe: on a busy machine that takes minutes.
    test.setTimeout(900_000)
    const more = i === 0 ? {} : { by: 'link' as const, profile: prepared.profile }
    expect(await walkEverywhere(app, look, more)).toEqual([])
  })
}
