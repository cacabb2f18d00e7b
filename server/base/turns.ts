import type { Steps } from '../../core/text/steps.ts'
import { yieldToEventLoop } from '../db/chunks.ts'

/** How long this work runs before other requests get their turn, in ms. */
const turn = 5

/** Runs work that pauses after each of its steps, with other requests in between. `now`: in ms. */
export async function inTurns<T>(steps: Steps<T>, now = () => performance.now()): Promise<T> {
  let began = now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (now() - began < turn) continue
    await yieldToEventLoop()
    began = now()
  }
}
