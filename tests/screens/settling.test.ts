import { expect, test } from 'vitest'
import { createSettling } from '../../src/list/rows/settling.ts'
import type { Clock } from '../../src/lib/clock.ts'

/** A clock that the test moves by hand. */
function manualClock() {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  const clock: Clock = {
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  }
  return {
    clock,
    pass(ms: number) {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { run } of due) run()
    },
    waiting: () => timers.length,
  }
}

type Settling = ReturnType<typeof createSettling>
const inBasket = (settling: Settling) => [...settling.basket()]

test('DETAIL-15 what was ticked before the list was opened lies in the basket at once', () => {
  const { clock } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set(['milk']))
  expect(inBasket(settling)).toEqual(['milk'])
})

test('DETAIL-15 a ticked product stays in place and settles after 5 s without touch', () => {
  const { clock, pass } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set())
  settling.update(new Set(['milk']))
  pass(4_999)
  expect(inBasket(settling)).toEqual([])
  pass(1)
  expect(inBasket(settling)).toEqual(['milk'])
})

test('DETAIL-15 every touch gives another 5 s, also one that ticks something else', () => {
  const { clock, pass } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set())
  settling.update(new Set(['milk']))
  pass(3_000)
  settling.touch()
  pass(3_000)
  settling.touch(true)
  settling.update(new Set(['milk', 'bread']))
  pass(4_999)
  expect(inBasket(settling)).toEqual([])
  pass(1)
  expect(inBasket(settling)).toEqual(['milk', 'bread'])
})

test('DETAIL-15 nothing settles while a finger rests on the screen, whoever ticked', () => {
  const { clock, pass } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set())
  settling.hold(true)
  settling.update(new Set(['milk']))
  pass(60_000)
  expect(inBasket(settling)).toEqual([])
  settling.hold(false)
  pass(4_999)
  expect(inBasket(settling)).toEqual([])
  pass(1)
  expect(inBasket(settling)).toEqual(['milk'])
})

test('DETAIL-15 an unticked product comes back at once if no row was touched', () => {
  const { clock } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set(['milk', 'bread']))
  const moved: string[][] = []
  settling.subscribe((ids) => moved.push([...ids]))
  settling.touch()
  settling.update(new Set(['bread']))
  expect(inBasket(settling)).toEqual(['bread'])
  expect(moved).toEqual([['milk']])
})

test('DETAIL-15 an unticked row stays under the thumb for 5 s too', () => {
  const { clock, pass } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set(['milk', 'bread']))
  settling.touch(true)
  settling.update(new Set(['bread']))
  pass(4_999)
  expect(inBasket(settling)).toEqual(['milk', 'bread'])
  pass(1)
  expect(inBasket(settling)).toEqual(['bread'])
})

test('DETAIL-15 what comes to the list ticked goes into the basket at once', () => {
  const { clock } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set(['bread']))
  settling.touch(true)
  settling.update(new Set(['bread', 'milk', 'rolls']), (id) => id === 'milk')
  expect(inBasket(settling)).toEqual(['bread', 'milk'])
})

test('DETAIL-15 the row with the keyboard’s focus stays until the focus leaves it', () => {
  const { clock, pass } = manualClock()
  let focused: string | null = 'milk'
  const settling = createSettling(clock, 5_000, () => focused)
  settling.update(new Set())
  settling.update(new Set(['milk', 'bread']))
  pass(5_000)
  expect(inBasket(settling)).toEqual(['bread'])
  focused = null
  pass(5_000)
  expect(inBasket(settling)).toEqual(['milk', 'bread'])
})

test('DETAIL-15 nothing is waited for when nothing is ticked, nor after the list was closed', () => {
  const { clock, waiting } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set(['milk']))
  settling.touch()
  expect(waiting()).toBe(0)
  const close = settling.subscribe(() => undefined)
  settling.update(new Set(['milk', 'bread']))
  expect(waiting()).toBe(1)
  close()
  expect(waiting()).toBe(0)
})
