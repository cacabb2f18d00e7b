import { expect, test } from 'vitest'
import { createProgress } from '../../scripts/cli/progress.ts'

/** A stderr and a clock that the test moves. */
function place(isTTY: boolean, columns = 80) {
  const written: string[] = []
  let tick = () => {}
  const clock = {
    at: 0,
    now: () => clock.at,
    every(_ms: number, run: () => void) {
      tick = run
      return () => (tick = () => {})
    },
  }
  const out = { isTTY, columns, write: (text: string) => written.push(text) }
  return { clock, written, out, tick: () => tick() }
}

const erased = '\r\x1b[2K'

test('RUN-11 a terminal shows one line that is redrawn: percentage, count and time left', () => {
  const { clock, written, out } = place(true)
  const progress = createProgress('seeds', { out, clock })
  progress.report('Running', 0, 4_000)
  clock.at = 30_000
  progress.report('Running', 1_000, 4_000)
  progress.end()
  expect(written).toEqual([
    `${erased}Running: 0%, 0 of 4 000 seeds`,
    `${erased}Running: 25%, 1 000 of 4 000 seeds, 1 min 30 s left`,
    erased,
  ])
})

test('RUN-11 a terminal is redrawn at most ten times a second, and the time left counts down in between', () => {
  const { clock, written, out, tick } = place(true)
  const progress = createProgress('', { out, clock })
  for (let done = 0; done <= 400; done++) {
    clock.at = done * 10
    progress.report('Copying', done, 1_000)
  }
  expect(written).toHaveLength(41)
  expect(written.at(-1)).toBe(`${erased}Copying: 40%, 6 s left`)
  clock.at += 2_000
  tick()
  expect(written.at(-1)).toBe(`${erased}Copying: 40%, 4 s left`)
  progress.end()
  const { length } = written
  tick()
  expect(written).toHaveLength(length)
})

test('RUN-11 what else is printed does not mix with the line, and a later report draws it again', () => {
  const { clock, written, out, tick } = place(true, 20)
  const progress = createProgress('', { out, clock })
  progress.report('A step with a long name', 1, 2)
  expect(written).toEqual([`${erased}A step with a long n`.slice(0, erased.length + 19)])
  progress.hide()
  tick()
  expect(written.slice(1)).toEqual([erased])
  progress.report('Next', 1, 2)
  expect(written.at(-1)).toBe(`${erased}Next: 50%`)
})

test('RUN-11 elsewhere a line comes only after ten seconds and ten percent more', () => {
  const { clock, written, out } = place(false)
  const progress = createProgress('rows', { out, clock })
  // Ten minutes: ten percent take a minute.
  for (let second = 0; second <= 600; second++) {
    clock.at = second * 1_000
    progress.report('Copying', second * 2, 1_200)
  }
  progress.end()
  expect(written).toHaveLength(10)
  expect(written[0]).toBe('Copying: 10%, 120 of 1 200 rows, 9 min 0 s left\n')
  expect(written.at(-1)).toBe('Copying: 100%, 1 200 of 1 200 rows, 0 s left\n')
})

test('RUN-11 elsewhere short work prints nothing, and a new step begins its own count', () => {
  const { clock, written, out } = place(false)
  const progress = createProgress('', { out, clock })
  for (const [at, step, done] of [
    [0, 'Reading', 0],
    [9_999, 'Reading', 99],
    [10_000, 'Comparing', 0],
    [12_000, 'Comparing', 9],
    [20_000, 'Comparing', 50],
    [25_000, 'Comparing', 99],
  ] as const) {
    clock.at = at
    progress.report(step, done, 100)
  }
  expect(written).toEqual(['Comparing: 50%, 10 s left\n'])
})

test('RUN-11 the time left is said in words that suit its length', () => {
  const { clock, written, out } = place(true)
  const progress = createProgress('', { out, clock })
  for (const [share, says] of [
    [0.5, '10 s'],
    [0.1, '1 min 30 s'],
    [0.01, '16 min'],
    [0.001, '2 h 46 min'],
  ] as const) {
    const step = `Step ${share}`
    progress.report(step, 0, 1)
    clock.at += 10_000
    progress.report(step, share, 1)
    expect(written.at(-1)).toMatch(new RegExp(`, ${says} left$`))
  }
})
