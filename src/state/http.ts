import { getSession, putSession, type Session } from '../../device/app-db.ts'
import { createHttp } from '../../device/http.ts'

type Listener = (session: Session) => void
const listeners = new Set<Listener>()

/** Told whenever a call renewed the session or found that the server ended it. */
export function onSessionStored(listener: Listener): void {
  listeners.add(listener)
}

/** One refresh at a time over all tabs and the worker; an insecure address has no locks and one tab to guard. */
function exclusive<T>(run: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('refresh', run) : run()
}

export const http = createHttp({
  baseUrl: `${location.origin}/`,
  fetch: (input, init) => fetch(input, init),
  session: {
    get: getSession,
    put: async (session) => {
      await putSession(session)
      for (const listener of listeners) listener(session)
    },
  },
  now: Date.now,
  exclusive,
})
