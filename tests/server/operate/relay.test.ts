import { expect, onTestFinished, test } from 'vitest'
import { createBatch, decode, encode } from '../../../server/live/batch.ts'
import { type Connection, keepConnected } from '../../../server/live/relay.ts'

const everything = {
  pokes: Array.from({ length: 300 }, (_, i) => ({ list: `list-${i}`, head: i })),
  overview: ['a', 'b'],
  ended: ['s'],
  trips: [{ list: 'l', account: 'a' }],
  asks: [{ list: 'l', account: 'b' }],
  presence: [
    { state: 'open' as const, list: 'l', account: 'a', session: 's' },
    { state: 'left' as const, list: 'l', account: 'b', session: 't', ageMs: 5 },
  ],
}

test('RUN-9 a batch is read as it was written, in messages that are short enough', () => {
  const batch = createBatch()
  batch.add(everything)
  batch.add({ pokes: [{ list: 'list-7', head: 3 }] })
  // A failover: its head is lower, and no later head of the lost history may hide it.
  const epoch = 'R-o_t/60.1700000000000/61.t2'
  batch.add({ pokes: [{ list: 'list-7', head: 2, epoch }] })
  expect(batch.content().told.pokes).toHaveLength(301)
  const messages = encode('me', batch.content(), 1_000)
  for (const message of messages) expect(message.length).toBeLessThanOrEqual(1_000)
  const copy = createBatch()
  for (const message of messages) {
    const read = decode(message)
    expect(read).toMatchObject({ from: 'me', isComplete: true })
    copy.add(read?.told ?? {})
  }
  expect(copy.content()).toEqual(batch.content())
})

test('RUN-7 RUN-9 an epoch that is too long is left out, and a malformed one is not taken', () => {
  const [message = ''] = encode(
    'me',
    { told: { pokes: [{ list: 'l', head: 1, epoch: 'e'.repeat(1_001) }] } },
    500,
  )
  expect(message).toBe('["me",["poke","l",1]]')
  for (const epoch of ['1', '"two words"', '""', 'null', '{}'])
    expect(decode(`["me",["poke","l",1,${epoch}]]`)).toBeNull()
})

test('RUN-9 too much that waits becomes one message, which says that something was dropped', () => {
  const batch = createBatch()
  batch.add({ pokes: Array.from({ length: 10_001 }, (_, i) => ({ list: `l${i}`, head: 1 })) })
  expect(encode('me', batch.content(), 1_000)).toEqual(['["me",["missed"]]'])
  expect(decode('["me",["missed"]]')?.isComplete).toBe(false)
})

test('RUN-9 what could not be sent is sent over the next connection, and a lost one is told once', async () => {
  const told: string[] = []
  const sent: unknown[] = []
  let tries = 0
  const connect = async (): Promise<Connection> => {
    tries++
    if (tries < 3) throw new Error('away')
    const mine = tries
    return {
      async send(batch) {
        if (mine === 3) throw new Error('broken')
        sent.push(batch.content().told.pokes)
      },
      check: async () => undefined,
      close: async () => void told.push(`closed ${mine}`),
    }
  }
  const relay = await keepConnected(connect, {
    missed: () => told.push('missed'),
    away: () => told.push('away'),
  })
  onTestFinished(() => relay.close())
  relay.publish({ pokes: [{ list: 'l', head: 1 }] })
  await expect.poll(() => tries).toBe(4)
  relay.publish({ pokes: [{ list: 'l', head: 2 }] })
  await expect.poll(() => sent.flat().at(-1)).toEqual({ list: 'l', head: 2 })
  expect(sent.flat()).toContainEqual({ list: 'l', head: expect.any(Number) })
  expect(told).toEqual(['away', 'missed', 'away', 'closed 3', 'missed'])
})
