import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

test('API texts are normalised in one file alone, where their length is judged first', () => {
  const found = ['core', 'device', 'server', 'src', 'src-sw', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
      .flatMap((name) =>
        (readFileSync(join(root, folder, name), 'utf8').match(/\.normalize\b|\bnormalize\(/g) ?? []).map(
          () => `${folder}/${name}`,
        ),
      ),
  )
  expect(found).toEqual(Array.from({ length: 3 }, () => 'core/text/normalise.ts'))
})
