import type { Page } from 'playwright'
import { longList } from '../../support/long-list.ts'
import type { Line } from '../line.ts'
import { figureLine, p95Line, spread } from './ratio.ts'
import { openList, type Stage } from './stage.ts'
import { box, nameAt, tick } from './tick.ts'

/** Ticks on one page and watches the other; both use this machine's clock. Between two ticks it writes one bare record. */
async function tickAndLook(here: Page, there: Page, count: number) {
  const durable: number[] = []
  const seen: number[] = []
  const bare: number[] = []
  for (let turn = 0; turn < count; turn++) {
    const name = nameAt(turn)
    const before = await there.locator(box(name)).isChecked()
    const shown = there.evaluate(
      ({ selector, before }) =>
        new Promise<number>((resolve) => {
          const look = () => {
            const input = document.querySelector<HTMLInputElement>(selector)
            if (input && input.checked !== before) resolve(performance.timeOrigin + performance.now())
            else requestAnimationFrame(look)
          }
          look()
        }),
      { selector: box(name), before },
    )
    const ticked = await tick(here, name)
    durable.push(ticked.durable)
    seen.push((await shown) - ticked.at)
    bare.push(await here.evaluate(() => benchEngine.bareWrite()))
  }
  return { durable, seen, bare }
}

/** Without this Chromium tells a page after the next frame only what came of the work it began at a press. */
const atOnce = ['--disable-features=DeferRendererTasksAfterInput']

export async function tickLines(stage: Stage, here: Page, there: Page): Promise<Line[]> {
  const list = await longList(stage.app, stage.anna.token, 200)
  await stage.share(list)
  await openList(there, list)
  await openList(here, list)
  await here.evaluate(stage.code)
  await here.locator(box('Product 1')).waitFor()
  await tickAndLook(here, there, 20)
  const { durable, seen, bare } = await tickAndLook(here, there, 200)
  return [
    p95Line('A tick', 'pointer to durable; one bare write', durable, 15, bare),
    figureLine('A tick', 'the same, told before the next frame', spread(await toldAtOnce(stage, list))),
    p95Line('A tick', "pointer to a member's screen", seen, 120),
  ]
}

async function toldAtOnce(stage: Stage, list: string): Promise<number[]> {
  const device = await stage.device(stage.anna, atOnce)
  await openList(device.page, list)
  const durable: number[] = []
  for (let turn = 0; turn < 80; turn++) durable.push((await tick(device.page, nameAt(turn))).durable)
  await device.close()
  return durable.slice(20)
}
