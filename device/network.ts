import { getSession, putSession } from './storage/app-db.ts'
import { createChannel } from './channel.ts'
import { Unreachable } from './failures.ts'
import type { Http } from './http.ts'

/** Undefined if the page was not loaded over https, for instance on a phone that opens a laptop's address. */
export const locks = navigator.locks as LockManager | undefined

/**
 * Runs alone among all tabs and the worker: two contexts that change the session at once could undo a renewed token.
 */
export async function exclusively<T>(run: () => Promise<T>): Promise<T> {
  return locks ? locks.request('refresh', run) : run()
}

let created: Promise<Http> | undefined

/** Loads the HTTP code with the first call, because a page that only shows something does not need it. */
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

/** The server, as this browser calls it. In a module apart from the account's database, which a guest does not need. */
export const http: Pick<Http, 'call' | 'once' | 'refresh' | 'noteRefusal' | 'prepare'> & {
  isRefused: (token: string) => Promise<boolean>
} = {
  call: async (key, options) => (await connect()).call(key, options),
  once: async (...given) => (await connect()).once(...given),
  prepare: (body) => {
    connect().then(
      ({ prepare }) => prepare(body),
      () => undefined, // the call itself reports the failure
    )
  },
  // Without the code for calls, nothing can have been refused.
  isRefused: async (token) => (await connect().catch(() => null))?.isRefused(token) ?? false,
  noteRefusal: async (token, refusal) => (await connect()).noteRefusal(token, refusal),
  refresh: async (refused) => {
    const connected = await connect().catch(() => null)
    return connected ? connected.refresh(refused) : 'later'
  },
}

/** Loads the HTTP code before the first call needs it. */
export function prepareHttp(): void {
  connect().catch(() => undefined) // the call itself reports the failure
}

/** Tells every page that the server reported maintenance to one of them: milliseconds to wait, or 0 if unknown. */
export const maintenanceChannel = createChannel('maintenance', (data) =>
  typeof data === 'number' ? data : null,
)
