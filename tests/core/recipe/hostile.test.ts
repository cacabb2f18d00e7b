import { expect, test } from 'vitest'
import { compared, countSteps } from '../../support/runner/steps.ts'

const stepsOf = await countSteps('/core/')
const { readIngredients } = await import('../../../core/recipe/ingredient.ts')

const kinds: Record<string, (length: number) => string> = {
  'open brackets': (length) => '1 a(, '.repeat(length / 6),
  letters: (length) => `for ${'a '.repeat((length - 4) / 2)}`,
  numbers: (length) => '1 '.repeat(length / 2),
  semicolons: (length) => 'a;'.repeat(length / 2),
}
/** the longest line that is read as an ingredient, and the longest that is split */
const lengths = [300, 1_200]

test.each(Object.entries(kinds))('COOK-1 hostile lines cost little: %s', async (_, line) => {
  for (const length of lengths) {
    const steps = (of: number) => stepsOf(() => readIngredients([line(of)]))
    // The first reading fills what is made once.
    await steps(length)
    expect(await steps(length)).toBeGreaterThan(100)
    expect((await steps(length)) / (await steps(length / 2))).toBeLessThan(2.5)
  }
  // What regular expressions do is no step, so the time is compared with that of a usual line.
  const texts = ['flour and sugar '.repeat(18), ...lengths.map((length) => line(length))]
  const [usual = 0, ...hostile] = compared(...texts.map((text) => () => readIngredients([text])))
  expect(Math.max(...hostile) / usual).toBeLessThan(30)
})
