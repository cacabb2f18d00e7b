import type { Page } from 'playwright'
import type { Device } from '../../support/browser.ts'
import { longList } from '../../support/long-list.ts'
import type { Line } from '../line.ts'
import { figureLine, p95Line, spread } from './ratio.ts'
import { openList, type Stage } from './stage.ts'
import { box, nameAt, Presser } from './tick.ts'

/** Ticks on one page and watches the other; both use this machine's clock. Between two ticks it writes one bare record. */
async function tickAndLook(here: Page, presser: Presser, there: Page, count: number) {
  const durable: number[] = []
  const told: number[] = []
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
    const ticked = await presser.tick(name)
    durable.push(ticked.durable)
    told.push(ticked.told)
    seen.push((await shown) - ticked.at)
    bare.push(await here.evaluate(() => benchEngine.bareWrite()))
  }
  return { durable, told, seen, bare }
}

export async function tickLines(stage: Stage, device: Device, there: Page): Promise<Line[]> {
  const here = device.page
  const list = await longList(stage.app, stage.anna.token, 200)
  await stage.share(list)
  await openList(there, list)
  await openList(here, list)
  await here.evaluate(stage.code)
  await here.locator(box('Product 1')).waitFor()
  const presser = await Presser.on(device, stage.anna.id)
  await tickAndLook(here, presser, there, 20)
  const { durable, told, seen, bare } = await tickAndLook(here, presser, there, 200)
  await presser.close()
  return [
    p95Line('A tick', 'pointer to durable; one bare write until its page is told', durable, 15, bare),
    figureLine('A tick', 'pointer until the page is told of it, after its next frame', spread(told)),
    p95Line('A tick', "pointer to a member's screen", seen, 120),
  ]
}
