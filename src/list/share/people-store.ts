/** The people with whom the user shares lists, and those who get every new list. */
import type { Answer } from '../../../core/contract/api.ts'
import type { Permission } from '../../../core/product/entities.ts'
import { emailKey } from '../../../core/text/normalise.ts'
import { displayName } from '../../../core/text/person-name.ts'
import { http } from '../../../device/network.ts'
import { texts } from '../../texts/texts.ts'
import { accountSetting, accountStore } from '../../sync/account-store.ts'
import { attempt, interactiveCall } from '../../sync/calls.ts'
import { useDevice } from '../../sync/device.ts'
import { isAccountOf } from '../../account/session/session.ts'
import { readPush, usePush } from '../../account/state/push.ts'
import { setSingle, useAccountSettings } from '../../account/state/settings.ts'

export type Person = Answer<'people'>[number]
type HouseholdMember = Answer<'household'>['members'][number]

interface People {
  people: readonly Person[]
  household: readonly HouseholdMember[]
  /** epoch ms of the server's answer; 0: never asked */
  at: number
}

const nobody: People = { people: [], household: [], at: 0 }

function read(stored: unknown): People {
  const people = stored as Partial<People> | undefined
  const isWhole = Array.isArray(people?.people) && Array.isArray(people.household)
  return isWhole ? { ...nobody, ...people } : nobody
}

const setting = accountSetting('people', nobody, read)
export const usePeople = setting.use

const freshMs = 5 * 60_000

/**
 * Shows who was known on this device, then asks the server, unless it was asked in the last 5 min. Without a network,
 * what is known stays.
 */
export async function loadPeople({ evenIfFresh = false, now = Date.now } = {}): Promise<void> {
  const { device } = useDevice.getState()
  if (!device || device.isTrial) return
  const of = () => usePeople.of(device).getState()
  // A storage failure is reported elsewhere; the server is asked all the same.
  if (of().at === 0) await setting.restore().catch(() => undefined)
  const isFresh = !evenIfFresh && now() - of().at < freshMs
  if (isFresh || !isAccountOf(device.userId) || !navigator.onLine) return
  try {
    const [people, { members: household }] = await Promise.all([
      http.call('GET /api/v3/people', {}),
      http.call('GET /api/v3/me/household', {}),
    ])
    if (isAccountOf(device.userId)) setting.change({ people, household, at: now() })
  } catch {
    // No network: what is known stays, and the next page asks again.
  }
}

/** Returns the permission under which somebody gets every new list; null: the user said no; undefined: never asked. */
export function inHousehold({ household }: People, email: string): Permission | null | undefined {
  return household.find((member) => member.email === email)?.permission
}

async function put(email: string, permission: Permission | null): Promise<void> {
  const { device } = useDevice.getState()
  // The call replaces all members. What this device remembers may lack those that another one has set since.
  const now = await interactiveCall('GET /api/v3/me/household', {})
  const others = now.members.filter((member) => member.email !== email)
  const members = [...others, { email, permission }].map((member) => ({
    email: member.email,
    permission: member.permission,
  }))
  const answer = await interactiveCall('PUT /api/v3/me/household', { body: { members } })
  if (useDevice.getState().device === device) setting.change({ household: answer.members })
}

/** Sets whether somebody gets every new list from now on. Returns false if it failed; the user has then been told. */
export async function setHousehold(email: string, permission: Permission | null): Promise<boolean> {
  return (await attempt(() => put(email, permission), texts.serverError)) !== null
}

type OpenQuestion = { about: Person | null; what: 'household' | 'push' }
/** The person about whom a question is open: whether they get every new list, or notifications tell of them. */
export const useQuestion = accountStore<OpenQuestion>(() => ({ about: null, what: 'household' }))

/**
 * Asks, once for each person, whether they get every new list, and once for the account whether to turn notifications
 * on. Call it after a list was shared with somebody.
 */
export async function askAfterSharing(email: string): Promise<void> {
  await loadPeople({ evenIfFresh: true })
  const state = usePeople.getState()
  const about = state.people.find((person) => sameAddress(person.email, email))
  // Who has not opened a list yet is not among the people.
  if (!about)
    return offerPush({ name: displayName({ email }), email, imageName: null, permission: 'edit', lists: 1 })
  if (about.lists < 2 || inHousehold(state, about.email) !== undefined) return offerPush(about)
  try {
    // Stored before it is shown, so that no device asks again, whatever becomes of the answer.
    await put(about.email, null)
  } catch {
    return
  }
  useQuestion.setState({ about, what: 'household' })
}

async function offerPush(about: Person): Promise<void> {
  await readPush()
  const { support, push } = usePush.getState()
  const { settings, isRead } = useAccountSettings.getState()
  // Who has allowed notifications here has decided already, whether or not they are on.
  if (support !== 'yes' || push || Notification.permission !== 'default' || !isRead || settings.pushOffered)
    return
  // As above: stored before it is shown.
  setSingle({ pushOffered: true })
  useQuestion.setState({ about, what: 'push' })
}

function sameAddress(one: string, other: string): boolean {
  return emailKey(one) === emailKey(other)
}
