import { getSession, putSession } from './app-db.ts'
import { createChannel } from './channel.ts'
import { createHttp } from './http.ts'

/** Absent where the page did not come over https, such as a phone that tries a laptop's address. */
export const locks = navigator.locks as LockManager | undefined

/** The server, as this browser calls it. Stands apart from the database, which a guest does not need. */
export const http = createHttp({
  baseUrl: `${self.location.origin}/`,
  fetch: (...args) => fetch(...args),
  session: { get: getSession, put: putSession },
  now: Date.now,
  exclusive: (run) => (locks ? locks.request('refresh', run) : run()),
  maintenance: (retryAfterMs) => maintenanceChannel.post(retryAfterMs ?? 0),
})

/** Tells every page, whoever was told so by the server: milliseconds to wait, or 0 for no idea. */
export const maintenanceChannel = createChannel('maintenance', (data) =>
  typeof data === 'number' ? data : null,
)
