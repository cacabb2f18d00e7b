import { expect, test } from 'vitest'
import { preloaded } from '../../scripts/build/preload.ts'
import { partsOf, textsOf } from '../../src/texts/i18n.ts'

test.for(['/', '/auth/login', '/app', '/app/', '/app/details/1', '/public-list/1'])(
  'SPEED-1 the texts that index.html asks for are those that the page waits for: %s',
  (path) => {
    const page = preloaded.find(({ address }) => address.test(path))
    expect(page?.texts).toEqual(partsOf[textsOf(path)])
  },
)
