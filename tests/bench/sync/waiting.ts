import type { Device } from '../../support/browser.ts'
import { longList } from '../../support/long-list.ts'
import { at } from '../figures.ts'
import type { Line } from '../line.ts'
import { spread } from './ratio.ts'
import { openList, type Stage } from './stage.ts'
import { nameAt, Presser } from './tick.ts'

const many = 5_000
const ticks = 60

/**
 * One more tick without a network, while nothing waits and while thousands of changes do: two browsers by turns.
 * The changes that wait are to one field each, so that none supersedes another.
 */
export async function waitingLines(stage: Stage, full: Device, empty: Device): Promise<Line[]> {
  const lists = await Promise.all([0, 1].map(() => longList(stage.app, stage.anna.token, 200)))
  const [list = '', other = ''] = lists
  for (const one of lists) await stage.share(one)
  for (const { page } of [full, empty]) await openList(page, list)
  await full.page.evaluate(stage.code)
  await full.page.evaluate((id) => benchEngine.open(id), stage.anna.id)
  const [some, none] = [await Presser.on(full, stage.anna.id), await Presser.on(empty, stage.ben.id)]
  for (const device of [full, empty]) await device.airplane(true)
  await full.page.evaluate(([list, count]) => benchEngine.fill(list, count), [other, many] as const)
  await full.page.getByRole('button', { name: /5,000|5000/ }).waitFor()
  const durable = { full: [] as number[], empty: [] as number[] }
  for (let turn = -5; turn < ticks; turn++) {
    const [quick, slow] = [await none.tick(nameAt(turn + 8)), await some.tick(nameAt(turn + 8))]
    if (turn < 0) continue
    durable.empty.push(quick.durable)
    durable.full.push(slow.durable)
  }
  const [group, target] = ['A tick with 5 000 changes waiting, beside one with none', '≤ 1.1 ×']
  const [p50, p95] = [0.5, 0.95].map((share) => at(durable.full, share) / at(durable.empty, share))
  return [
    {
      group,
      what: 'pointer to durable, p50 of each',
      ours: spread(durable.full),
      bound: spread(durable.empty),
      ratio: `${(p50 ?? 0).toFixed(2)} × (p95 ${(p95 ?? 0).toFixed(2)} ×)`,
      target,
      met: (p50 ?? 0) <= 1.1,
    },
  ]
}
