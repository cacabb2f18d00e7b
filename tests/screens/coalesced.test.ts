import { expect, test } from 'vitest'
import { coalesced } from '../../device/coalesced.ts'

function gate() {
  const runs: { end: () => void; fail: () => void }[] = []
  const ask = coalesced(
    () => new Promise<void>((end, fail) => runs.push({ end, fail: () => fail(new Error('no')) })),
  )
  return { runs, ask }
}
const turn = () => new Promise((later) => setImmediate(later))

test('OFFLINE-6 many asks at once are one more run, which begins after the one that is under way', async () => {
  const { runs, ask } = gate()
  let heard = 0
  const first = ask()
  const others = [ask(), ask(), ask()].map((asked) => asked.then(() => heard++))
  await turn()
  expect(runs.length).toBe(1)
  runs[0]?.end()
  await first
  await turn()
  expect([runs.length, heard]).toEqual([2, 0])
  runs[1]?.end()
  await Promise.all(others)
  expect([runs.length, heard]).toEqual([2, 3])
})

test('OFFLINE-6 whoever asks as one run ends and the next begins does not start a third beside it', async () => {
  const { runs, ask } = gate()
  const first = ask()
  const second = ask()
  const third = first.then(() => ask())
  runs[0]?.end()
  await first
  await turn()
  expect(runs.length).toBe(2)
  runs[1]?.end()
  await Promise.all([second, third])
  expect(runs.length).toBe(2)
})

test('OFFLINE-6 a run that failed does not stand in the way of the next', async () => {
  const { runs, ask } = gate()
  const first = ask()
  const second = ask()
  runs[0]?.fail()
  await expect(first).rejects.toThrow('no')
  await turn()
  runs[1]?.end()
  await second
  const third = ask()
  runs[2]?.end()
  await third
  expect(runs.length).toBe(3)
})
