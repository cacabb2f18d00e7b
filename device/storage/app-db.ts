import type { DBSchema } from 'idb'
import { isSameBrowserSession } from '../browser-session.ts'
import { createChannel } from '../channel.ts'
import { isStorageFailure, isUnusable } from '../failures.ts'
import { spareHere } from './copies.ts'
import { atOnce, reading, reopening } from './reopening.ts'

/**
 * The account that is signed in on this device. `accessToken` null: the session is over, but all data is kept, unless
 * `signedOut`.
 */
export interface Session {
  userId: string
  email: string
  accessToken: string | null
  /** epoch ms */
  expiresAt: number
  remember: boolean
  /** id of the browser run with which the session ends; set if the session is not to be remembered */
  browser?: string
  // Decision 119: a device that was signed out is cleared.
  /**
   * The person ended the session: from another device (true), or on this one while the disk refused writes ('here').
   * What the account stored on this device is cleared, and then `email` is ''.
   */
  signedOut?: true | 'here'
  /** The session belongs to a guest, who has one list, by a link, and no account. */
  guest?: Guest
}

export interface Guest {
  /** of the link, which is the way back in */
  code: string
  listId: string
  /** as everybody on the list sees it */
  name: string
  /** when the link ends, epoch ms */
  until: number
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

/** Calls back when the stored data may have changed: the browser cleared it, or storage that was blocked has opened. */
export function onStorageRenewed(heard: () => void): void {
  renewals.push(heard)
}

/** Calls back when the storage becomes slow, and when it is fast again. */
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

/** Returns the session, or null. Ignores one without an expiry or in an old form instead of failing. */
export async function getSession(): Promise<Session | null> {
  const session = await storedSession()
  return session && (await hasOutlived(session)) ? withoutToken(session) : session
}

/**
 * Clears a session that was not to be remembered and whose browser was closed, or that the person ended. What stays on
 * the device signs nobody in and names nobody. `forget` clears what the account stored; if that is interrupted, the
 * next start does it again. Returns the session as it was, or null if nothing had to be cleared.
 */
export async function clearEndedSession(forget: (userId: string) => Promise<void>): Promise<Session | null> {
  const session = await storedSession()
  if (!session || !(session.signedOut || (await hasOutlived(session)))) return null
  // Runs again even if this account was cleared before: an answer that was in flight then may have been stored since.
  await forget(session.userId)
  await deleteValue('profile')
  if (session.signedOut === 'here') await deleteSession()
  else if (namesSomebody(session)) await putSession(withoutToken(session))
  return session
}

/**
 * Returns the stored session. A storage that came back empty looks as if nobody had ever signed in, and a full one
 * cannot be read at all. In a page the second copy decides then, and is stored again.
 */
async function storedSession(): Promise<Session | null> {
  let value: unknown
  try {
    value = await getValue('session')
  } catch (error) {
    const copied = copiedSession()
    if (copied && isUnusable(error)) return copied.session
    throw error
  }
  // Read only now, because a log-out may have removed the copy meanwhile. A read must never write the copy, since that
  // would bring the session back.
  const copied = copiedSession()
  if (copied?.isAhead) {
    // Listeners are not called, because nothing has changed for readers.
    await putValue('session', copied.session).then(
      () => copySession(copied.session),
      () => undefined,
    )
    return copied.session
  }
  if (isSession(value)) return value
  // An unreadable value is ignored. Only a missing one counts as a loss.
  if (value !== undefined || !copied) return null
  try {
    await putValue('session', copied.session)
  } catch (error) {
    // The browser emptied a disk that is full. The session is stored, and the loss reported, once there is room.
    if (isStorageFailure(error)) return copied.session
    throw error
  }
  for (const heard of losses) heard()
  return copied.session
}

/** Returns the session from its second copy, for a page whose storage does not answer. */
export async function copyOfSession(): Promise<Session | null> {
  const session = copiedSession()?.session ?? null
  return session && (await hasOutlived(session)) ? withoutToken(session) : session
}

const losses: (() => void)[] = []

/** Calls back when the session was missing from the storage although nobody had signed out. */
export function onStorageLost(heard: () => void): void {
  losses.push(heard)
}

const copyKey = 'session'

/** `isAhead`: the storage refused this session, so the stored one is older. */
interface Copied {
  session: Session
  isAhead: boolean
}

function copiedSession(): Copied | null {
  try {
    const { isAhead, ...session } = JSON.parse(spareHere()?.getItem(copyKey) ?? '{}') as { isAhead?: unknown }
    return isSession(session) ? { session, isAhead: isAhead === true } : null
  } catch {
    return null
  }
}

/** Copies a session that was stored before there were copies. Runs once, when a page starts. */
export async function copyStoredSession(): Promise<void> {
  const value = await getValue('session')
  if (isSession(value) && !copiedSession()) copySession(value)
}

/**
 * Writes the second copy; null removes it. Returns false if it could not. A token that the worker renews is not copied:
 * if the older one is needed, it is renewed again.
 */
function copySession(session: Session | null, isAhead = false): boolean {
  try {
    const spare = spareHere()
    const text = session && JSON.stringify(isAhead ? { ...session, isAhead } : session)
    if (text === null) spare?.removeItem(copyKey)
    else if (spare?.getItem(copyKey) !== text) spare?.setItem(copyKey, text)
    return spare !== null
  } catch {
    return false // no room, or not allowed
  }
}

async function hasOutlived(session: Session): Promise<boolean> {
  const { browser } = session
  return namesSomebody(session) && browser !== undefined && !(await isSameBrowserSession(browser))
}

function namesSomebody({ email, accessToken }: Session): boolean {
  return email !== '' || accessToken !== null
}

function withoutToken(session: Session): Session {
  return { ...session, email: '', accessToken: null }
}

/** Stores the session and tells every page and the worker, since any of them may find that it has ended. */
export async function putSession(session: Session): Promise<void> {
  copySession(session)
  try {
    await putValue('session', session)
  } catch (error) {
    // A full disk does not end a session: the page continues with the copy. Nor does a newer version's storage.
    if (!isUnusable(error) || !copySession(session, true)) throw error
  }
  sessionChannel.post(session.userId)
}

/**
 * Removes the session. Stores null instead of nothing: another tab may see the copy for a moment longer, and would take
 * a missing session for a lost one.
 */
export async function deleteSession(): Promise<void> {
  copySession(null)
  await putValue('session', null)
  sessionChannel.post('')
}

/** Posts after every change of the session, in this context or another. Listeners read the session again. */
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
    (session.guest === undefined || isGuestOf(session.guest)) &&
    (session.signedOut === undefined || session.signedOut === true || session.signedOut === 'here') &&
    (session.accessToken === null || typeof session.accessToken === 'string')
  )
}

function isGuestOf(value: unknown): value is Guest {
  const { code, listId, name, until } = (value ?? {}) as Partial<Record<keyof Guest, unknown>>
  return [code, listId, name].every((text) => typeof text === 'string') && typeof until === 'number'
}
