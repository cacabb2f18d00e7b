import { expect, test } from 'vitest'
import { batched } from '../../../server/db/batched.ts'

/** Answers when it is told to; `asked` is what was asked so far, a row for each time. */
function slowly() {
  const asked: number[][] = []
  const open: PromiseWithResolvers<number[]>[] = []
  const question = batched((questions: number[]) => {
    asked.push(questions)
    const answer = Promise.withResolvers<number[]>()
    open.push(answer)
    return answer.promise
  })
  const turn = () => new Promise((next) => setImmediate(next))
  const answer = async () => {
    open.shift()?.resolve(asked.at(-1)?.map((n) => n * 10) ?? [])
    await turn()
  }
  return { asked, open, question, turn, answer }
}

test('API what is asked in one turn, and what is asked while that is being answered, goes out together', async () => {
  const { asked, question, turn, answer } = slowly()
  const first = Promise.all([question(1), question(2)])
  await turn()
  const second = Promise.all([question(3), question(4), question(5)])
  await turn()
  expect(asked).toEqual([[1, 2]])
  await answer()
  expect(await first).toEqual([10, 20])
  expect(asked).toEqual([
    [1, 2],
    [3, 4, 5],
  ])
  await answer()
  expect(await second).toEqual([30, 40, 50])
  const later = question(6)
  await turn()
  await answer()
  expect(await later).toBe(60)
})

test('API a question that fails takes those with it that were asked together, and no later one', async () => {
  const { open, question, turn, answer } = slowly()
  const together = Promise.allSettled([question(1), question(2)])
  await turn()
  const later = question(3)
  open.shift()?.reject(new Error('no connection'))
  expect((await together).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await turn()
  await answer()
  expect(await later).toBe(30)
})

test('API no more than a hundred are asked together', async () => {
  const { asked, question, turn, answer } = slowly()
  const all = Promise.all(Array.from({ length: 250 }, (_, n) => question(n)))
  await turn()
  for (let n = 0; n < 3; n++) await answer()
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50])
  expect(await all).toEqual(Array.from({ length: 250 }, (_, n) => n * 10))
})
