import { rmSync } from 'node:fs'
import { App } from '../../support/app.ts'
import { pseudoDist } from '../../support/screens/pseudo.ts'
import { looks, nameOfLook, walkEverywhere } from '../../support/screens/walk.ts'
import { expect, test } from '../fixtures.ts'

// The first look uses a new browser and opens each page by its address; the others follow links.
for (const [i, look] of looks.entries()) {
  test(`OPEN-6 A11Y-1 I18N-1 every page: ${nameOfLook(look)}`, async ({ app, prepared }) => {
    // Some 60 pages, each read by axe: on a busy machine that takes minutes.
    test.setTimeout(900_000)
    if (look.pseudo) {
      const dist = pseudoDist()
      const other = await App.start({}, { dist })
      expect(await walkEverywhere(other, look).finally(() => other.stop())).toEqual([])
      return rmSync(dist, { recursive: true })
    }
    const more = i === 0 ? {} : { by: 'link' as const, profile: prepared.profile }
    expect(await walkEverywhere(app, look, more)).toEqual([])
  })
}
