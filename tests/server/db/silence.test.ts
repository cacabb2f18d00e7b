import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoAnswer, Silence } from '../../../server/db/silence.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}

test('RUN-7 a connection is silent when none of its answers came for so long, however many wait', async () => {
  const silence = new Silence(6_000)
  const first = Promise.withResolvers<string>()
  const answers = [silence.during(first.promise), silence.during(new Promise<string>(() => {}))]
  const all = Promise.allSettled(answers)
  vi.advanceTimersByTime(5_900)
  first.resolve('milk')
  await turns(1)
  // The first answer gives the second one its time anew.
  vi.advanceTimersByTime(5_900)
  await turns(3)
  expect(silence.isOver).toBe(false)
  vi.advanceTimersByTime(200)
  const [one, two] = await all
  expect(one).toMatchObject({ value: 'milk' })
  expect(two).toMatchObject({ reason: expect.any(NoAnswer) })
  // Nobody waits for such a connection any more.
  await expect(silence.during(Promise.resolve('late'))).rejects.toThrow(NoAnswer)
})

test('RUN-7 what came while this process was busy is read before the silence counts', async () => {
  const silence = new Silence(6_000)
  const read = Promise.withResolvers<string>()
  const answer = silence.during(read.promise)
  vi.advanceTimersByTime(6_100)
  // The socket is read after the timers.
  setImmediate(() => read.resolve('milk'))
  expect(await answer).toBe('milk')
  await turns(3)
  expect(silence.isOver).toBe(false)
})
