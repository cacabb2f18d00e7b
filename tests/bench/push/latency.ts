import { auth } from '../server/calls.ts'
import type { Wire } from '../server/load.ts'
import { addOf, bodyOf } from '../server/seed.ts'
import type { Cast, Reader } from './people.ts'
import type { Message } from './service.ts'
import type { Stage } from './stage.ts'

const adds = 50
const warm = 3

/**
 * Anna adds products, one after the other, while Ben and Clara are on a trip with her list. Only Clara has it open, so
 * only Ben gets messages. Returns the ms from each call until its message was received.
 */
export async function measureAdds(stage: Stage, wire: Wire, { anna, ben, clara }: Cast): Promise<number[]> {
  const { service, call } = stage
  const here = `/api/v3/list/${anna.list}/here`
  const before = service.received.length
  for (const one of [ben, clara]) await call('POST', `/api/v3/list/${anna.list}/trip`, one, { shop: 'Lidl' })
  const add = async (name: string, messages: number) => {
    const seen = service.received.length
    const op = addOf(anna, name, anna.seq)
    op.value.productName = name
    const from = performance.now()
    const { status, body } = await wire.ask({
      method: 'POST',
      path: `/api/v3/list/${anna.list}/sync`,
      headers: auth(anna),
      body: JSON.stringify(bodyOf(anna, [op])),
    })
    if (status !== 200) throw new Error(`an add: ${status} ${body}`)
    anna.head = Number(/"head":(\d+)/.exec(body)?.[1])
    await service.reach(seen + messages, () => undefined)
    const news = service.received.slice(seen)
    for (const message of news) mustTell(message, name, [ben, clara])
    return Math.max(...news.map(({ at }) => at)) - from
  }

  // Each hears of the other's trip.
  await service.reach(before + 2, () => undefined)
  const first = service.received.length
  const took: number[] = []
  const dropped = await stage.pushes('dropped')
  for (let n = 0; n < warm + adds; n++) {
    // As her page does, because it counts for 27 s only.
    await call('POST', here, clara, {})
    const ms = await add(`Coffee-${n}`, 1)
    if (n >= warm) took.push(ms)
    // The server has the answer, and the next add meets its timers at another moment.
    await new Promise((later) => setTimeout(later, 50 + Math.random() * 200))
  }
  await stage.untilPushes('dropped', dropped + warm + adds)
  stage.mustHaveNone(clara, first)

  // Her device would have got them: it does as soon as she closes the list.
  await call('DELETE', here, clara)
  await add('Tea', 2)
  return took
}

function mustTell({ path, body }: Message, name: string, readers: readonly Reader[]): void {
  const reader = readers.find(({ id }) => path.startsWith(`/${id}/`))
  const text = reader?.read({ body })['body']
  if (text !== name) throw new Error(`${path} was told of ${String(text)} instead of ${name}`)
}
