import { expect, test } from 'vitest'
import {
  isFarEnough,
  move,
  press,
  release,
  type Side,
  type Swipe,
} from '../../src/list/rows/listen-for-swipes.ts'

const size = { width: 300, screen: 390 }
const both: readonly Side[] = ['left', 'right']
type Step = readonly [x: number, y: number, at: number]

/** A finger that comes down at 200, 400 and goes along these points. */
function finger(steps: readonly Step[], may: readonly Side[] = both, x = 200): Swipe {
  const pressed = press({ x, y: 400, at: 0 }, { ...size, may })
  return steps.reduce((swipe, [dx, dy, at]) => move(swipe, { x: x + dx, y: 400 + dy, at }), pressed)
}

/** Slowly, one point every 50 ms, so that only the way counts. */
const slowly = (dx: number): Step[] =>
  Array.from({ length: 20 }, (_, i) => [(dx * (i + 1)) / 20, 0, (i + 1) * 50])

test('HAND-7 a swipe begins when the finger has gone 12 pixels, mainly sideways', () => {
  expect(finger([[11, 3, 10]]).state).toBe('pressed')
  expect(finger([[12, 3, 10]])).toMatchObject({ state: 'moving', side: 'right', far: 0 })
  expect(finger([[-14, 3, 10]])).toMatchObject({ state: 'moving', side: 'left', far: 2 })
  expect(finger([[12, 7, 10]]).state).toBe('over')
  expect(finger([[3, 12, 10]]).state).toBe('over')
  // What has begun as a scroll stays one.
  expect(
    finger([
      [2, 14, 10],
      [120, 14, 50],
    ]).state,
  ).toBe('over')
})

test('HAND-7 the row follows the finger, also back, but never to the other side and no further than its width', () => {
  const far = (...steps: Step[]) => (finger(steps) as Extract<Swipe, { state: 'moving' }>).far
  expect(far([-20, 0, 10], [-112, 30, 50])).toBe(100)
  expect(far([-20, 0, 10], [-112, 30, 50], [-62, 0, 90])).toBe(50)
  expect(far([-20, 0, 10], [60, 0, 50])).toBe(0)
  expect(far([20, 0, 10], [900, 0, 50])).toBe(300)
})

test('HAND-7 let go beyond 40 % of the width it is done, before that the row springs back', () => {
  const [near, enough] = [finger(slowly(-131)), finger(slowly(-132))]
  expect([isFarEnough(near), release(near, 1_100)]).toEqual([false, null])
  expect([isFarEnough(enough), release(enough, 1_100)]).toEqual([true, 'left'])
  expect(release(finger(slowly(140)), 1_100)).toBe('right')
  expect(release(finger([[5, 0, 10]]), 20)).toBeNull()
})

test('HAND-7 a quick flick needs no way, but a flick back calls it off', () => {
  const flick: Step[] = [
    [-15, 0, 10],
    [-30, 0, 30],
    [-50, 0, 50],
  ]
  expect(release(finger(flick), 55)).toBe('left')
  // The finger rested before it was lifted.
  expect(release(finger(flick), 200)).toBeNull()
  expect(
    release(
      finger([
        [-15, 0, 10],
        [-40, 0, 25],
      ]),
      30,
    ),
  ).toBeNull()
  const back: Step[] = [...slowly(-250), [-230, 0, 1_010], [-200, 0, 1_030], [-170, 0, 1_050]]
  expect(isFarEnough(finger(back))).toBe(true)
  expect(release(finger(back), 1_055)).toBeNull()
})

test('HAND-7 nobody swipes to what they may not do, and the edges of the screen are the browser’s', () => {
  expect(finger(slowly(-200), ['right']).state).toBe('over')
  expect(release(finger(slowly(200), ['right']), 1_100)).toBe('right')
  expect(finger(slowly(200), []).state).toBe('over')
  expect(finger(slowly(200), both, 23).state).toBe('over')
  expect(finger(slowly(200), both, 24).state).toBe('moving')
  expect(finger(slowly(-200), both, 367).state).toBe('over')
  expect(finger(slowly(-200), both, 366).state).toBe('moving')
})
