import type { SentOp } from '../../../core/sync/change.ts'
import { sync } from '../../../server/lists/sync/sync.ts'
import { newList, type Person, share, testServer, type TestServer } from '../../support/server.ts'

export interface Household {
  server: TestServer
  ala: Person
  ola: Person
  jan: Person
  /** Sends changes of one device at this instant; `ageMs` is how long ago they were typed. */
  send: (who: Person, list: string, at: string, ops: Op[], ageMs?: number) => Promise<void>
  /** Logs in at this instant, so that calls can be made. */
  logIn: (who: Person, at: string) => Promise<Person>
}

export type Op = Omit<SentOp, 'seq' | 'opId' | 'ageMs'>

/** The start of the clock: the evening of New Year's Eve, in Warsaw a quarter past 23. */
const start = '2025-12-31T22:15:00Z'

/** Ala and Ola, who share lists, and Jan, who may only tick. */
export async function household(): Promise<Household> {
  const server = await testServer()
  server.clock.now = Date.parse(start)
  const person = (name: string) => server.person(`${name}@example.pl`)
  const [ala, ola, jan] = [await person('ala'), await person('ola'), await person('jan')]
  const last = new Map<string, number>()
  const send: Household['send'] = async (who, listId, at, ops, ageMs = 0) => {
    const client = `of-${who.id}`
    const place = `${client} ${listId}`
    const before = last.get(place) ?? 0
    last.set(place, before + ops.length)
    server.clock.now = Date.parse(at)
    const numbered = ops.map((op, n) => {
      const seq = before + n + 1
      return { ...op, seq, opId: `${client}-${seq}`, ageMs } as SentOp
    })
    const request = { v: 3, client, request: 'r', cursor: 0, ops: numbered }
    const { results } = await sync(server.db, {
      listId,
      user: { id: who.id },
      request,
      now: server.clock.now,
      random: () => 0.5,
    })
    if (Object.keys(results).length > 0) throw new Error(JSON.stringify(results))
  }
  const logIn: Household['logIn'] = async (who, at) => {
    server.clock.now = Date.parse(at)
    const { body } = await server.logIn(who.email)
    return { ...who, access: body.access_token, refresh: body.refresh_token }
  }
  return { server, ala, ola, jan, send, logIn }
}

/** A list of Ala's, which Ola may edit and from which Jan may buy. */
export async function sharedList({ server, ala, ola, jan }: Household, name = 'Home'): Promise<string> {
  const list = await newList(server, ala, name)
  await share(server, ala, list, ola, 'edit')
  await share(server, ala, list, jan, 'shopping')
  return list
}

interface Values {
  price?: number
  quantity?: number
  shop?: string
  category?: string
  unit?: string
  bought?: boolean
}

export function add(rowId: string, productName: string, { bought = false, ...values }: Values = {}): Op {
  const value = { productName, category: 'Other', productStatus: bought, ...values }
  return { op: 'add', rowId, value } as Op
}

export const set = (rowId: string, field: string, value: unknown): Op =>
  ({ op: 'set', rowId, field, value, baseVer: 1_000_000 }) as Op
export const tick = (rowId: string): Op => set(rowId, 'productStatus', true)
export const untick = (rowId: string): Op => set(rowId, 'productStatus', false)
export const remove = (rowId: string): Op => ({ op: 'delete', rowId }) as Op
