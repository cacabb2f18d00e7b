import { isSameBrowserSession } from './browser-session.ts'
import { createChannel } from './channel.ts'
import { atOnce, reading, reopening } from './reopening.ts'
import type { DBSchema } from 'idb'

/** Who is signed in on this device. `accessToken` null: signed out by the server, but all data is kept. */
export interface Session {
  userId: string
  email: string
  accessToken: string | null
  /** epoch ms */
  expiresAt: number
  remember: boolean
  /** the run of the browser that it ends with, where it is not to be remembered */
  browser?: string
}

interface AppSchema extends DBSchema {
  kv: { key: string; value: unknown }
}

const renewals: (() => void)[] = []
const delays: ((isSlow: boolean) => void)[] = []
const app = reopening<AppSchema>('app', 1, (db) => void db.createObjectStore('kv'), {
  renewed: () => renewals.forEach((heard) => heard()),
  slow: (isSlow) => delays.forEach((heard) => heard(isSlow)),
})

/** Calls back when the stored data may have changed: the browser cleared it, or storage that was blocked opened. */
export function onStorageRenewed(heard: () => void): void {
  renewals.push(heard)
}

/** Calls back when the storage becomes slow, and when it is quick again. */
export function onStorageSlow(heard: (isSlow: boolean) => void): void {
  delays.push(heard)
}

export function getValue(key: string): Promise<unknown> {
  return app.use((db) => reading(db, ['kv']).objectStore('kv').get(key))
}

export function putValue(key: string, value: unknown): Promise<void> {
  return app.use((db) => atOnce(db, 'kv', (kv) => kv.put(value, key)))
}

export function deleteValue(key: string): Promise<void> {
  return app.use((db) => atOnce(db, 'kv', (kv) => kv.delete(key)))
}

/** A session without an expiry or in an old form is ignored, never fatal. */
export async function getSession(): Promise<Session | null> {
  const session = await storedSession()
  return session && (await hasOutlived(session)) ? withoutToken(session) : session
}

/**
 * A session that was not to be remembered, and whose browser was closed: what stays here signs nobody in and
 * names nobody, and what its account typed waits for it. Answers the token, which the server may forget too.
 */
export async function endClosedSession(): Promise<string | null> {
  const session = await storedSession()
  if (!session || !(await hasOutlived(session))) return null
  await putSession(withoutToken(session))
  return session.accessToken
}

async function storedSession(): Promise<Session | null> {
  const value = await getValue('session')
  return isSession(value) ? value : null
}

async function hasOutlived({ accessToken, browser }: Session): Promise<boolean> {
  return accessToken !== null && browser !== undefined && !(await isSameBrowserSession(browser))
}

function withoutToken(session: Session): Session {
  return { ...session, email: '', accessToken: null }
}

/** Tells every page and the worker, since any of them may find that the session has ended. */
export async function putSession(session: Session): Promise<void> {
  await putValue('session', session)
  sessionChannel.post(session.userId)
}

export async function deleteSession(): Promise<void> {
  await deleteValue('session')
  sessionChannel.post('')
}

/** Calls back after every change of the session, in this context or another; read it anew then. */
export const sessionChannel = createChannel('session', (data) => (typeof data === 'string' ? data : null))

function isSession(value: unknown): value is Session {
  if (typeof value !== 'object' || value === null) return false
  const session = value as Partial<Session>
  return (
    typeof session.userId === 'string' &&
    typeof session.email === 'string' &&
    typeof session.expiresAt === 'number' &&
    typeof session.remember === 'boolean' &&
    (session.browser === undefined || typeof session.browser === 'string') &&
    (session.accessToken === null || typeof session.accessToken === 'string')
  )
}
