import { openDB } from 'idb'
import { v7 as newId } from 'uuid'
import type { Row } from '../../../core/contract/shapes.ts'
import type { ProductChange } from '../../../core/sync/change.ts'
import { seal } from '../../../core/sync/replica.ts'
import { putSession, type Session } from '../../../device/storage/app-db.ts'
import { openDevice } from '../../../device/device.ts'

/** The device's own code in a separate page, for actions that the app's screens have no button for. */
export interface Engine {
  signIn: (session: Session) => Promise<void>
  open: (userId: string) => void
  /** does what the app does at an edit: writes to the outbox and asks the worker to send it */
  edit: (list: string, typed: ProductChange[]) => Promise<void>
  /** so many products that wait to be added */
  fill: (list: string, count: number) => Promise<void>
  rows: (list: string) => Promise<Row[]>
  /** the body that the next call of this list would send */
  body: (list: string) => Promise<string>
  /** resolves when the outbox is empty: milliseconds since the browser said 'online' */
  untilSent: (list: string) => Promise<number>
  pull: (list: string) => Promise<{ stored: number; read: number }>
  forget: (list: string) => Promise<void>
  /** one plain call: milliseconds from sending it to having read the answer */
  plain: (method: string, path: string, body?: string) => Promise<number>
  /** one record put on the disk, and nothing else: milliseconds */
  bareWrite: () => Promise<number>
  /** bytes: the list's stored records as JSON, and the browser's figure for everything it stores */
  size: (list: string) => Promise<{ values: number; disk: number }>
}

let bare: ReturnType<typeof openDB> | null = null
let device: ReturnType<typeof openDevice> | null = null

function here(): ReturnType<typeof openDevice> {
  if (!device) throw new Error('no device is open')
  return device
}

async function isEmpty(list: string): Promise<boolean> {
  return (await here().db.readList(list)).entries.length === 0
}

const engine: Engine = {
  signIn: putSession,
  open: (userId) => {
    device ??= openDevice(userId)
  },
  async edit(listId, typed) {
    await here().db.append(listId, typed)
    navigator.serviceWorker.controller?.postMessage({ type: 'drain', listId, edit: true })
  },
  async fill(listId, count) {
    const adds = Array.from({ length: count }, (_, i): ProductChange => {
      const value = { productName: `Waits ${i}`, productStatus: false, quantity: 1, unit: 'pcs' as const }
      return { op: 'add', rowId: newId(), value }
    })
    await here().db.append(listId, adds)
  },
  rows: async (list) => (await here().db.readList(list)).rows.filter((row) => !row.deleted),
  async body(list) {
    const { stream, entries } = await here().db.readList(list)
    if (!stream) throw new Error('the list is not here')
    const unsent = entries.map((entry) => ({ ...entry, seq: null, sent: false }))
    const options = { user: here().userId, request: newId(), now: Date.now(), maxOps: 1_000 }
    return JSON.stringify({
      ops: seal(stream, unsent, { ...options, snapshot: false, pull: false }).call?.body.ops,
    })
  },
  untilSent: (list) =>
    new Promise((resolve) => {
      let start = 0
      addEventListener('online', () => (start = performance.now()), { once: true, capture: true })
      const stop = here().listen(async (message) => {
        const end = performance.now()
        if (start === 0 || message.type !== 'sync' || message.listId !== list || message.word !== 'saved')
          return
        if (!(await isEmpty(list))) return
        stop()
        resolve(end - start)
      })
    }),
  async pull(list) {
    performance.clearResourceTimings()
    const start = performance.now()
    await here().drain.dispatch(list, { type: 'pull' })
    const stored = performance.now() - start
    const asked = performance.getEntriesByType('resource').find(({ name }) => name.endsWith(`${list}/sync`))
    const { responseEnd = 0 } = (asked ?? {}) as Partial<PerformanceResourceTiming>
    return { stored, read: responseEnd - start }
  },
  async forget(list) {
    const db = await openDB(`account:${here().userId}`)
    await db.delete('streams', list)
    await db.delete('rows', IDBKeyRange.bound([list], [list, []]))
    db.close()
  },
  async plain(method, path, body) {
    const headers = body === undefined ? undefined : { 'content-type': 'application/json' }
    const start = performance.now()
    const options: RequestInit = { method, headers, cache: 'no-store' }
    if (body !== undefined) options.body = body
    const answer = await fetch(path, options)
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
    await answer.json()
    return performance.now() - start
  },
  async bareWrite() {
    bare ??= openDB('bare', 1, { upgrade: (db) => void db.createObjectStore('put', { autoIncrement: true }) })
    const db = await bare
    const start = performance.now()
    const tx = db.transaction('put', 'readwrite', { durability: 'strict' })
    void tx.store.put({ field: 'productStatus', value: true })
    tx.commit()
    await tx.done
    return performance.now() - start
  },
  async size(list) {
    const db = await openDB(`account:${here().userId}`)
    const records = await Promise.all(['streams', 'rows', 'outbox'].map((store) => db.getAll(store)))
    db.close()
    const text = JSON.stringify(records.flat().filter((record: { listId: string }) => record.listId === list))
    const estimate = (await navigator.storage.estimate()) as { usageDetails?: { indexedDB?: number } }
    return { values: new TextEncoder().encode(text).length, disk: estimate.usageDetails?.indexedDB ?? 0 }
  },
}

Object.assign(globalThis, { benchEngine: engine })
