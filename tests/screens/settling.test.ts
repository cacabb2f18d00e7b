import { expect, test } from 'vitest'
import { createSettling } from '../../src/list/shop/settling.ts'
import type { Clock } from '../../src/state/clock.ts'

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

test('DETAIL-15 what was ticked before the list was opened lies in the basket at once', () => {
  const { clock } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set(['milk']))
  expect([...settling.settled()]).toEqual(['milk'])
})

test('DETAIL-15 a ticked product stays in place and settles after 5 s without touch', () => {
  const { clock, pass } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set())
  settling.update(new Set(['milk']))
  pass(4_999)
  expect(settling.settled().size).toBe(0)
  pass(1)
  expect([...settling.settled()]).toEqual(['milk'])
})

test('DETAIL-15 every touch gives another 5 s, also one that ticks something else', () => {
  const { clock, pass } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set())
  settling.update(new Set(['milk']))
  pass(3_000)
  settling.touch()
  pass(3_000)
  settling.update(new Set(['milk', 'bread']))
  pass(4_000)
  expect(settling.settled().size).toBe(0)
  pass(1_000)
  expect([...settling.settled()]).toEqual(['milk', 'bread'])
})

test('DETAIL-15 an unticked product comes back at once', () => {
  const { clock } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set(['milk', 'bread']))
  let told = 0
  settling.subscribe(() => told++)
  settling.update(new Set(['bread']))
  expect([...settling.settled()]).toEqual(['bread'])
  expect(told).toBe(1)
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

const heading = (id: string) => (id.startsWith('milk') ? 'Dairy' : 'Bakery')

test('DETAIL-15 a tick under another heading settles what was ticked under the one before', () => {
  const { clock, pass } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set())
  settling.subscribe(() => undefined)
  settling.update(new Set(['milk', 'milk powder']), heading)
  expect(settling.settled().size).toBe(0)
  settling.update(new Set(['milk', 'milk powder', 'bread']), heading)
  expect([...settling.settled()]).toEqual(['milk', 'milk powder'])
  pass(5_000)
  expect([...settling.settled()]).toEqual(['milk', 'milk powder', 'bread'])
})

test('DETAIL-15 a heading that was scrolled past settles what was ticked under it, and nothing else', () => {
  const { clock, waiting } = manualClock()
  const settling = createSettling(clock)
  settling.update(new Set())
  settling.subscribe(() => undefined)
  settling.update(new Set(['milk']), heading)
  settling.leave(['bread', 'rolls'])
  expect(settling.settled().size).toBe(0)
  settling.leave(['milk', 'butter'])
  expect([...settling.settled()]).toEqual(['milk'])
  expect(waiting()).toBe(0)
})
