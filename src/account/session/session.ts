import type { MessageDescriptor } from '@lingui/core'
import { create } from 'zustand'
import type { Body } from '../../../core/contract/api.ts'
import type { Profile } from '../../../core/contract/shapes.ts'
import type { Registration } from '../../../core/product/entities.ts'
import { nameBrowserSession } from '../../../device/browser-session.ts'
import { isSessionExpired, isUnusable, ProblemError, Unreachable } from '../../../device/failures.ts'
import { exclusively, http } from '../../../device/network.ts'
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
  type Guest,
  type Session,
  sessionChannel,
} from '../../../device/storage/app-db.ts'
import { isTrialId } from '../../../device/trial.ts'
import { webClient } from '../../../device/web-client.ts'
import { changeSettings } from './device-settings.ts'
import { clearNotices, notify } from '../../ui/notices.ts'
import { tellRevokes, willRevoke } from './revoke.ts'
import { errorTextOf } from '../../texts/error-text.ts'
import { texts } from '../../texts/texts.ts'

/**
 * When a session has ended, `session` stays without its token, and the account's stored data is kept unless it is
 * `signedOut`.
 */
interface SessionState {
  session: Session | null
  profile: Profile | null
  /** another account than the one whose session ended here; the page it was on is not theirs */
  isNewcomer: boolean
  /** a question that a log-in or a log-out waits for */
  question: (Question & { answer: (yes: boolean) => void }) | null
  /** who may register, as the server last said; null while that is unknown, for instance without a network */
  registration: Registration | null
  /** the name of the provider that logs people in; null: there is none, or it is unknown */
  provider: string | null
  localLogIn: boolean
}

type Question =
  /** Does the trial's data move into the account? */
  | { about: 'trial' }
  /** Log out although the server does not have this many changes? */
  | { about: 'unsent'; count: number }

export const useSession = create<SessionState>(() => ({
  session: null,
  profile: null,
  isNewcomer: false,
  question: null,
  registration: null,
  provider: null,
  localLogIn: true,
}))

/**
 * Who uses the app: an account, a guest with one list, or a trial on this device alone. An account or guest whose session
 * has ended is still that, because the data here is theirs.
 */
export type Who = 'nobody' | 'trial' | 'account' | 'guest'

export function who({ session }: SessionState = useSession.getState()): Who {
  if (!session) return 'nobody'
  if (session.guest) return 'guest'
  return isTrialId(session.userId) ? 'trial' : 'account'
}

/** Returns whether what is sent now goes under this account, or as this guest. */
export function isSessionOf(userId: string): boolean {
  return isSignedIn() && useSession.getState().session?.userId === userId
}

export function isSignedIn({ session }: SessionState = useSession.getState()): boolean {
  return session !== null && session.accessToken !== null
}

/** Returns the guest whose session this is; null for everybody else. */
export function guestOf({ session }: SessionState = useSession.getState()): Guest | null {
  return session?.guest ?? null
}

/** Returns whether somebody is signed in with an account. A guest is not: most calls are closed to guests. */
export function hasAccount(state: SessionState = useSession.getState()): boolean {
  return isSignedIn(state) && who(state) === 'account'
}

/** Returns whether calls that need an account are made under this one now. */
export function isAccountOf(userId: string): boolean {
  return hasAccount() && isSessionOf(userId)
}

/** What the engine does for the session. These stand in until it runs, while no account's data is open. */
let engine = {
  /**
   * Runs once the server knows who logs in, before their pages are shown. It may return a message that replaces the one
   * for a successful log-in. A failure does not stop the log-in.
   */
  prepareLogin: (_userId: string): Promise<MessageDescriptor | null> => Promise.resolve(null),
  /** Clears what an account stored on this device. Unsent changes wait for its next sign-in. */
  clearAccount: async (userId: string): Promise<void> =>
    // Loaded lazily, because it is rarely needed.
    (await import('./unsent.ts')).forgetPerson(userId),
}

export function connectEngine(running: typeof engine): void {
  engine = running
}

export function clearAccount(userId: string): Promise<void> {
  return engine.clearAccount(userId)
}

/** Asks the user in a dialog, and returns their answer. */
export function askUser(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useSession.setState({ question: null })
      resolve(yes)
    }
    useSession.setState({ question: { ...question, answer } })
  })
}

/** Reads the session again after a call, another tab or the worker may have changed it. */
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

/** Returns whether the shown profile is still valid. It is not if another tab has stored a different address. */
function isCurrent(shown: Profile | null, session: Session | null, stored: Profile | null): boolean {
  return shown?.id === session?.userId && (stored === null || stored.email === shown?.email)
}

function isAnother(next: Session | null): boolean {
  const { session } = useSession.getState()
  // A user of a trial keeps the page: the trial's lists move into the account.
  return session !== null && who() !== 'trial' && next !== null && session.userId !== next.userId
}

/**
 * Handles an emptied storage, as after 'clear site data', or one that opened after it was blocked. Nobody signed out,
 * so the session continues.
 */
async function storageRenewed(): Promise<void> {
  const { session } = useSession.getState()
  if (session && !(await getSession())) {
    await putSession(session)
    notify('warning', texts.storageLost, undefined, true)
  }
  await reloadSession()
}

/**
 * Listens for changes by other tabs and for storage that opens late. Call it before anything is read from the storage.
 */
export function watchSession(): void {
  // A storage that does not answer is told elsewhere, and read again when it opens.
  sessionChannel.listen(() => void reloadSession().catch(() => undefined))
  onStorageRenewed(() => void storageRenewed().catch(() => notify('warning', texts.storageFailed)))
  onStorageLost(() => notify('warning', texts.storageLost, undefined, true))
}

export async function restoreSession(): Promise<void> {
  const cleared = await clearEndedSession(clearAccount).catch((error: unknown) => {
    // On a full disk, and in a newer version's storage, a later start clears it. What stays on the device signs nobody
    // in.
    if (isUnusable(error)) return null
    throw error
  })
  if (cleared?.accessToken) await willRevoke(cleared.accessToken)
  await copyStoredSession().catch(() => undefined) // on a full disk the existing copy is enough
  await reloadSession()
  addEventListener('online', () => void tellRevokes(isSignedIn).catch(() => {}))
  document.addEventListener('visibilitychange', () => {
    const isOld = Date.now() - loadedAt > reloadAfterMs
    if (document.visibilityState === 'visible' && isSignedIn() && isOld) void loadProfile()
  })
  if (isSignedIn()) return void loadProfile()
  void tellRevokes(isSignedIn).catch(() => {}) // without a network they are sent later
  const { session } = useSession.getState()
  // A sign-out from another device is explained by the log-in page.
  if (cleared && !cleared.signedOut) notify('info', texts.sessionClosed)
  else if (session && session.email) ended(session) // it ended while the app was closed, in the worker
}

/** Uses the session's second copy if the storage cannot be read. */
export async function assumeSession(): Promise<void> {
  if (useSession.getState().session) return
  const session = await copyOfSession()
  if (session && !session.signedOut) useSession.setState({ session })
}

async function cachedProfile(userId: string): Promise<Profile | null> {
  const cached = (await getValue('profile')) as Profile | undefined
  return cached?.id === userId ? cached : null
}

/**
 * Called only when the server ended the session, never for network errors. After signing in again the user finds
 * everything as it was. A guest is led to the page of the link, which says so.
 */
function ended(session: Session): void {
  useSession.setState({ session })
  if (session.guest) return
  notify('error', session.remember ? texts.sessionRefreshError : texts.sessionExpired)
}

/**
 * Handles a session that the user ended from another device: only unsent changes stay here, and the log-in page says
 * so.
 */
async function signedOut(session: Session): Promise<void> {
  const wasOpen = isSignedIn()
  // The user may be typing: blurring the field saves it.
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

/** Signs in. Throws what the call threw: OAuthError for a wrong email or password, ProblemError, Unreachable. */
export function login(email: string, password: string, remember: boolean): Promise<void> {
  return enter({ grant_type: 'password', username: email.trim(), password }, remember)
}

/** Signs in with a grant of /oauth/v2/token. */
export async function enter(grant: Body<'token'>, remember: boolean): Promise<void> {
  // Revoking clears the cookie, so an older sign-out must be sent before the login sets a new cookie.
  await tellRevokes(isSignedIn)
  const answer = await http.call('POST /oauth/v2/token', {
    body: { ...grant, ...webClient, remember, bound: true },
  })
  const session: Session = {
    userId: answer.user_id,
    email: answer.email ?? grant.username ?? '',
    accessToken: answer.access_token,
    expiresAt: Date.now() + answer.expires_in * 1000,
    remember,
    ...(!remember && { browser: nameBrowserSession() }),
  }
  useSession.setState({ isNewcomer: isAnother(session) })
  // Shows the banner again, whoever logs in.
  changeSettings('inactiveBannerClosed', { closedBy: null })
  const news = await engine.prepareLogin(session.userId).catch(() => {
    notify('warning', texts.storageFailed)
    return null
  })
  await putSession(session)
  useSession.setState({ session, profile: await cachedProfile(session.userId) })
  notify('success', news ?? (answer.reactivated ? texts.accountBack : texts.successfullyLoggedIn))
  await loadProfile()
}

/** ms after which the profile is reloaded when the page is shown, because another device may have changed it */
const reloadAfterMs = 60_000
let loadedAt = 0

/** Reloads the profile. Only a real 401 ends the session; without an answer the last profile stays. */
export async function loadProfile(): Promise<void> {
  if (!hasAccount()) return
  loadedAt = Date.now()
  try {
    await keepProfile(await http.call('GET /api/v3/me', {}))
  } catch (error) {
    if (error instanceof Unreachable) return
    // The worker may have noticed it first, without a message.
    if (isSessionExpired(error)) return reloadSession()
    const code = error instanceof ProblemError ? error.problem.code : null
    // The maintenance page reports that.
    if (code !== 'maintenance')
      notify('error', code === 'notFound' ? texts.noProfile : await errorTextOf(error))
  }
}

/** Shows the profile that the server sent, and stores it for offline use. */
export async function keepProfile(profile: Profile): Promise<void> {
  const { session } = useSession.getState()
  if (session?.userId !== profile.id) return
  useSession.setState({ profile })
  await putValue('profile', profile).catch(() => notify('warning', texts.storageFailed))
  if (session.email !== profile.email) await keepEmail(profile)
}

/**
 * Updates the address in the stored session. It runs alone with token renewals, so that neither undoes the other. Other
 * tabs are notified.
 */
async function keepEmail({ id, email }: Profile): Promise<void> {
  await exclusively(async () => {
    const session = await getSession()
    if (session?.userId === id && session.accessToken !== null) await putSession({ ...session, email })
  }).catch(() => notify('warning', texts.storageFailed))
}
