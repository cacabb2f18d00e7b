import { expect, test, vi } from 'vitest'
import type { Token } from '../../../core/text/quick-tokens.ts'

let reads = 0

vi.mock('../../../core/text/quick-tokens.ts', async (original) => {
  const all = await original<typeof import('../../../core/text/quick-tokens.ts')>()
  const counting: ProxyHandler<Token[]> = {
    get(tokens, key) {
      reads++
      return Reflect.get(tokens, key) as unknown
    },
  }
  return { ...all, tokensOf: (line: string) => new Proxy(all.tokensOf(line), counting) }
})

const { readIngredients } = await import('../../../core/recipe/ingredient.ts')

/** Returns how many tokens are looked at for a line of this length that repeats a text. */
function readsOf(text: string, length: number): number {
  reads = 0
  readIngredients([text.repeat(length).slice(0, length)])
  return reads
}

/** Texts, divided by bars, that begin many amounts, lists and descriptions which then do not end. */
const hostile = `1 a(, |a |1 |a;|1 g / |1 cup + |1 kg 1 g |1 x |1-|1 to |2 x 3x|½ |1 – |1/2 cup and |large |
large or |thick-sized |1 inch-|up to |about |a few |of a |each |je 1 |for the |salt, |salt and |
ripe, |1 g, |(|)|1 oz can |1 g/|- |1: |"1" |finely chopped |one third |1 lb 1 oz |ein halber |
plus 1 |or 1 |half |juice of |c. |T |a dozen |1 g–|x plus 1 |x 1 g+|x 1 cup and |x 1 inch-|
1 egg and |1 g a, |a: 1 g a, `
  .split(/[|\n]+/u)
  .filter((text) => text !== '')

test('COOK-1 the work for a hostile line is in proportion to its length', () => {
  for (const text of hostile)
    for (const length of [150, 300, 1200]) {
      const perCharacter = readsOf(text, length) / length
      expect([text, length, perCharacter < 80 ? 'little' : perCharacter]).toEqual([text, length, 'little'])
    }
})
