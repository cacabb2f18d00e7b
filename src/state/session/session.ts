import type { MessageDescriptor } from '@lingui/core'
import { create } from 'zustand'
import type { Profile } from '../../../core/contract/shapes.ts'
import {
  clearEndedSession,
  copyOfSession,
  copyStoredSession,
  getSession,
  getValue,
  onStorageLost,
  onStorageRenewed,
  putSession,
  putValue,
  type Session,
  sessionChannel,
} from '../../../device/storage/app-db.ts'
import { nameBrowserSession } from '../../../device/browser-session.ts'
import { exclusively, http } from '../../../device/network.ts'
import { isSessionExpired, isStorageFailure, ProblemError, Unreachable } from '../../../device/failures.ts'
import { isTrialId } from '../../../device/trial.ts'
import { webClient } from '../../../device/web-client.ts'
import { errorTextOf } from '../../texts/error-text.ts'
import { texts } from '../../texts/texts.ts'
import { raiseInactiveBanner } from './inactive-banner.ts'
import { clearNotices, notify } from '../notices.ts'
import { tellRevokes, willRevoke } from './revoke.ts'

/** `session` stays, without its token, when it has ended: what the account stored here is kept, unless it is `signedOut`. */
interface SessionState {
  session: Session | null
  profile: Profile | null
  /** another account than the one whose session had ended here: the page it was on is not theirs */
  isNewcomer: boolean
}

export const useSession = create<SessionState>(() => ({ session: null, profile: null, isNewcomer: false }))

/** Whether what is sent now goes under this account. */
export function isSessionOf(userId: string): boolean {
  return isSignedIn() && useSession.getState().session?.userId === userId
}

export function isSignedIn({ session }: SessionState = useSession.getState()): boolean {
  return session !== null && session.accessToken !== null
}

/** Uses the app without an account. */
export function isTrial({ session }: SessionState = useSession.getState()): boolean {
  return session !== null && isTrialId(session.userId)
}

/** Has lists on this device: an account's, or those of a trial. */
export function mayUse(state: SessionState = useSession.getState()): boolean {
  return isSignedIn(state) || isTrial(state)
}

type BeforeLogin = (userId: string) => Promise<MessageDescriptor | null>
const logins: BeforeLogin[] = []

/**
 * Done once the server knows who logs in, and before their pages are shown. Answers what the person is told instead of
 * that the log-in worked. A failure does not stop it.
 */
export function beforeLogin(prepare: BeforeLogin): void {
  logins.push(prepare)
}

/** Until the engine runs, nothing of an account is open in this page. Lazy, because it is rarely needed. */
let clear = async (userId: string): Promise<void> => (await import('./forget-person.ts')).forgetPerson(userId)

/** How to clear an account whose data this page has open. */
export function whenOpen(clearOpen: typeof clear): void {
  clear = clearOpen
}

/** Clears what an account stored on this device; what is unsent waits for its next sign-in. */
export function clearAccount(userId: string): Promise<void> {
  return clear(userId)
}

/** Reads again what a call, another tab or the worker may have changed. */
export async function reloadSession(): Promise<void> {
  const session = await getSession()
  if (session?.signedOut) return signedOut(session)
  if (session && session.accessToken === null && !isTrialId(session.userId) && isSignedIn())
    return ended(session)
  const cached = session && (await cachedProfile(session.userId))
  useSession.setState(({ profile, isNewcomer }) => ({
    session,
    profile: isCurrent(profile, session, cached) ? profile : cached,
    isNewcomer: isNewcomer || isAnother(session),
  }))
}

/** Not where another tab has stored another address. */
function isCurrent(shown: Profile | null, session: Session | null, stored: Profile | null): boolean {
  return shown?.id === session?.userId && (stored === null || stored.email === shown?.email)
}

function isAnother(next: Session | null): boolean {
  const { session } = useSession.getState()
  // Who tried the app without an account takes the lists of the trial along.
  return session !== null && !isTrial() && next !== null && session.userId !== next.userId
}

/**
 * The browser emptied the storage, as its 'clear site data' does, or gave it back after it was blocked. Nobody signed
 * out, so the session goes on.
 */
async function storageRenewed(): Promise<void> {
  const { session } = useSession.getState()
  if (session && !(await getSession())) {
    await putSession(session)
    notify('warning', texts.storageLost, undefined, true)
  }
  await reloadSession()
}

/** Hears of what other tabs change, and of storage that can be had at last: before anything is read from it. */
export function watchSession(): void {
  sessionChannel.listen(() => void reloadSession())
  onStorageRenewed(() => void storageRenewed().catch(() => notify('warning', texts.storageFailed)))
  onStorageLost(() => notify('warning', texts.storageLost, undefined, true))
}

export async function restoreSession(): Promise<void> {
  const cleared = await clearEndedSession(clearAccount).catch((error: unknown) => {
    // On a full disk the next start clears it; what is left here signs nobody in.
    if (isStorageFailure(error)) return null
    throw error
  })
  if (cleared?.accessToken) await willRevoke(cleared.accessToken)
  await copyStoredSession().catch(() => undefined) // a full disk: the copy that there is will do
  await reloadSession()
  addEventListener('online', () => void tellRevokes(isSignedIn).catch(() => {}))
  document.addEventListener('visibilitychange', () => {
    const isOld = Date.now() - loadedAt > reloadAfterMs
    if (document.visibilityState === 'visible' && isSignedIn() && isOld) void loadProfile()
  })
  if (isSignedIn()) return void loadProfile()
  void tellRevokes(isSignedIn).catch(() => {}) // no network: told another time
  const { session } = useSession.getState()
  // The log-in says what a sign-out from another device means.
  if (cleared && !cleared.signedOut) notify('info', texts.sessionClosed)
  else if (session && session.email) ended(session) // while the app was closed, in the worker
}

/** The storage cannot be read: its second copy says who is signed in. */
export async function assumeSession(): Promise<void> {
  if (useSession.getState().session) return
  const session = await copyOfSession()
  if (session && !session.signedOut) useSession.setState({ session })
}

async function cachedProfile(userId: string): Promise<Profile | null> {
  const cached = (await getValue('profile')) as Profile | undefined
  return cached?.id === userId ? cached : null
}

/** The server's word, never the network's: the person signs in again and finds everything as it was. */
function ended(session: Session): void {
  useSession.setState({ session })
  notify('error', session.remember ? texts.sessionRefreshError : texts.sessionExpired)
}

/** The person ended it from another device: nothing of them stays here but what was not sent yet, and the log-in says so. */
async function signedOut(session: Session): Promise<void> {
  const wasOpen = isSignedIn()
  // They may be in the middle of typing: leaving the field saves it.
  if (wasOpen && document.activeElement instanceof HTMLElement) document.activeElement.blur()
  useSession.setState({ session: { ...session, email: '' }, profile: null })
  if (!wasOpen) return
  clearNotices()
  try {
    await clearEndedSession(clearAccount)
  } catch {
    notify('warning', texts.storageFailed) // the next start clears it
  }
}

/** Throws what the call threw: OAuthError for a wrong pair, ProblemError, Unreachable. */
export async function login(email: string, password: string, remember: boolean): Promise<void> {
  // Revoking clears the cookie, so an older sign-out has to be told before a new cookie is set.
  await tellRevokes(isSignedIn)
  const answer = await http.call('POST /oauth/v2/token', {
    body: { grant_type: 'password', ...webClient, username: email.trim(), password, remember, bound: true },
  })
  const session: Session = {
    userId: answer.user_id,
    email: email.trim(),
    accessToken: answer.access_token,
    expiresAt: Date.now() + answer.expires_in * 1000,
    remember,
    ...(!remember && { browser: nameBrowserSession() }),
  }
  useSession.setState({ isNewcomer: isAnother(session) })
  raiseInactiveBanner()
  let news: MessageDescriptor | null = null
  for (const prepare of logins)
    news ??= await prepare(session.userId).catch(() => {
      notify('warning', texts.storageFailed)
      return null
    })
  await putSession(session)
  useSession.setState({ session, profile: await cachedProfile(session.userId) })
  notify('success', news ?? (answer.reactivated ? texts.accountBack : texts.successfullyLoggedIn))
  await loadProfile()
}

/** Another device may have changed the profile while nobody looked at this one. */
const reloadAfterMs = 60_000
let loadedAt = 0

/** Only a real 401 ends the session; without an answer the profile of last time stays. */
export async function loadProfile(): Promise<void> {
  loadedAt = Date.now()
  try {
    await keepProfile(await http.call('GET /api/v3/me', {}))
  } catch (error) {
    if (error instanceof Unreachable) return
    // The worker may have learned it first, and told nobody.
    if (isSessionExpired(error)) return reloadSession()
    const code = error instanceof ProblemError ? error.problem.code : null
    // Its own page says so.
    if (code !== 'maintenance')
      notify('error', code === 'notFound' ? texts.noProfile : await errorTextOf(error))
  }
}

/** What the server answered about the person; kept for times without a network. */
export async function keepProfile(profile: Profile): Promise<void> {
  const { session } = useSession.getState()
  if (session?.userId !== profile.id) return
  useSession.setState({ profile })
  await putValue('profile', profile).catch(() => notify('warning', texts.storageFailed))
  if (session.email !== profile.email) await keepEmail(profile)
}

/** The session's copy of the address, in turn with those who renew its token. Other tabs hear of it. */
async function keepEmail({ id, email }: Profile): Promise<void> {
  await exclusively(async () => {
    const session = await getSession()
    if (session?.userId === id && session.accessToken !== null) await putSession({ ...session, email })
  }).catch(() => notify('warning', texts.storageFailed))
}
