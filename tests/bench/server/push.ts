import { middle } from '../figures.ts'
import { auth } from './calls.ts'
import type { Wire } from './load.ts'
import { addOf, bodyOf, type Person, setOf } from './seed.ts'

const pushes = 5
export const perPush = 1_000

/** Adds and sets in turn, each a thousand in one call. */
export async function pushing(wire: Wire, one: Person): Promise<[what: string, ms: number][]> {
  const took = { adds: [] as number[], sets: [] as number[] }
  const ids = (n: number) => Array.from({ length: perPush }, (_, i) => `more-${n}-${i}`)
  for (let n = 0; n < pushes - 1; n++)
    for (const what of ['adds', 'sets'] as const) {
      const ops = ids(n).map((id, i) =>
        what === 'adds' ? addOf(one, id, i) : setOf(one, id, 'shop', `Shop ${n}`),
      )
      const body = JSON.stringify(bodyOf(one, ops))
      const from = performance.now()
      const answered = await wire.ask({
        method: 'POST',
        path: `/api/v3/list/${one.list}/sync`,
        headers: auth(one),
        body,
      })
      const ms = performance.now() - from
      if (answered.status !== 200) throw new Error(`a push: ${answered.status} ${answered.body}`)
      one.head = Number(/"head":(\d+)/.exec(answered.body)?.[1])
      // The code becomes warm.
      if (n > 0) took[what].push(ms)
    }
  return [
    ['adds', middle(took.adds)],
    ['sets', middle(took.sets)],
  ]
}
