import type { Line } from '../line.ts'
import { Pulls } from './pull.ts'
import { Pushes } from './push.ts'
import { Stage } from './stage.ts'
import { tickLines } from './ticks.ts'
import { waitingLines } from './waiting.ts'

/**
 * Compares the sync engine with the minimum possible. The real app and worker in a real Chromium with the
 * real server take turns with one plain request to a bare server.
 */
export async function syncLines(rounds: number): Promise<Line[]> {
  const stage = await Stage.start()
  try {
    const here = await stage.device(stage.anna)
    const fresh = await stage.bareDevice(stage.anna)
    const pushes = new Pushes(stage, here)
    const pulls = new Pulls(stage, fresh.page)
    for (let round = -1; round < rounds; round++) {
      const list = await pushes.round()
      await pulls.round(list, 3)
      if (round === -1) for (const figures of [pushes, pulls]) figures.forget()
    }
    await fresh.close()
    stage.proxy.delay = 0
    const there = await stage.device(stage.ben)
    const ticks = await tickLines(stage, here, there.page)
    const waiting = await waitingLines(stage, here, there)
    return [...pushes.lines(), ...pulls.lines(), ...ticks, ...waiting]
  } finally {
    await stage.stop()
  }
}
