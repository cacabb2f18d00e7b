import { getSession, putSession } from './storage/app-db.ts'
import { createChannel } from './channel.ts'
import { Unreachable } from './failures.ts'
import type { Http } from './http.ts'

/** Absent where the page did not come over https, such as a phone that tries a laptop's address. */
export const locks = navigator.locks as LockManager | undefined

/** Runs alone among those who change the session, in all tabs and the worker: a token that was renewed is not undone. */
export async function exclusively<T>(run: () => Promise<T>): Promise<T> {
  return locks ? locks.request('refresh', run) : run()
}

let created: Promise<Http> | undefined

/** Its code comes with the first call: a page that only shows something does without. */
function connect(): Promise<Http> {
  created ??= import('./http.ts').then(
    ({ createHttp }) =>
      createHttp({
        baseUrl: `${self.location.origin}/`,
        fetch: (...args) => fetch(...args),
        session: { get: getSession, put: putSession },
        now: Date.now,
        exclusive: exclusively,
        maintenance: (retryAfterMs) => maintenanceChannel.post(retryAfterMs ?? 0),
      }),
    (error: unknown) => {
      created = undefined
      throw new Unreachable(String(error))
    },
  )
  return created
}

/** The server, as this browser calls it. Stands apart from the database, which a guest does not need. */
export const http: Pick<Http, 'call' | 'once' | 'refresh' | 'noteRefusal' | 'prepare'> = {
  call: async (key, options) => (await connect()).call(key, options),
  once: async (...given) => (await connect()).once(...given),
  prepare: (body) => {
    connect().then(
      ({ prepare }) => prepare(body),
      () => undefined, // the call itself will tell
    )
  },
  noteRefusal: async (token, refusal) => (await connect()).noteRefusal(token, refusal),
  refresh: async (refused) => {
    const connected = await connect().catch(() => null)
    return connected ? connected.refresh(refused) : 'later'
  },
}

/** For somebody who is about to call: nothing is left to load by then. */
export function prepareHttp(): void {
  connect().catch(() => undefined) // the call itself will tell
}

/** Tells every page, whoever was told so by the server: milliseconds to wait, or 0 for no idea. */
export const maintenanceChannel = createChannel('maintenance', (data) =>
  typeof data === 'number' ? data : null,
)
