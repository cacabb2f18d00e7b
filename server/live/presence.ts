import type { Here } from '../db/affected.ts'

/**
 * How long a `here` counts, in ms. Pages repeat it every 20 s; with the time until the next `sweep`, a person is gone
 * at most 30 s after the last one.
 */
const keepMs = 27_000
export const sweepMs = 2_000
/** Devices with a list open. Beyond it, an account's oldest is forgotten, and a list takes no more. */
const most = { ofAccount: 10, inList: 50 }

interface Device extends Omit<Here, 'state'> {
  until: number
  isShopping: boolean
}

/**
 * Remembers who has which list open, in memory only. Each device of an account (a session) counts for itself, and the
 * account is there while one of them is.
 */
export interface Presence {
  /** Returns whether the account came, left, or began or ended to shop, as others see it. */
  note: (message: Here) => boolean
  /** Forgets devices whose last `here` is too old. Returns the lists that they had open. */
  sweep: () => Set<string>
  /** Forgets these sessions. Returns the lists that they had open. */
  endSessions: (sessions: readonly string[]) => Set<string>
  /** the accounts that have the list open, and whether they are shopping */
  peopleIn: (list: string) => Map<string, boolean>
  listsOf: (account: string) => Set<string>
  /** the devices that have the list open, as they said it */
  devicesIn: (list: string) => Here[]
}

export function createPresence(now: () => number): Presence {
  // In the order of their first `here`.
  const byList = new Map<string, Map<string, Device>>()
  const byAccount = new Map<string, Set<Device>>()

  const stateOf = (list: string, account: string) => peopleIn(list).get(account)
  const peopleIn: Presence['peopleIn'] = (list) => {
    const people = new Map<string, boolean>()
    for (const { account, until, isShopping } of byList.get(list)?.values() ?? [])
      if (until > now()) people.set(account, isShopping || people.get(account) === true)
    return people
  }
  const forget = (device: Device) => {
    const inList = byList.get(device.list)
    inList?.delete(device.session)
    if (inList?.size === 0) byList.delete(device.list)
    const ofAccount = byAccount.get(device.account)
    ofAccount?.delete(device)
    if (ofAccount?.size === 0) byAccount.delete(device.account)
  }
  const forgetAll = (isOver: (device: Device) => boolean) => {
    const lists = new Set<string>()
    for (const ofAccount of byAccount.values())
      for (const device of ofAccount)
        if (isOver(device)) {
          forget(device)
          lists.add(device.list)
        }
    return lists
  }
  const remember = (message: Here) => {
    const { list, account, session, state } = message
    const inList = byList.get(list) ?? new Map<string, Device>()
    const ofAccount = byAccount.get(account) ?? new Set<Device>()
    const known = inList.get(session)
    if (!known && inList.size >= most.inList) return
    const device = known ?? { list, account, session, until: 0, isShopping: false }
    device.until = now() + keepMs - (message.ageMs ?? 0)
    device.isShopping = state === 'shopping'
    byList.set(list, inList.set(session, device))
    byAccount.set(account, ofAccount.add(device))
    const [oldest] = ofAccount
    if (oldest && ofAccount.size > most.ofAccount) forget(oldest)
  }
  return {
    note(message) {
      const { list, account, session, state } = message
      const before = stateOf(list, account)
      const known = byList.get(list)?.get(session)
      // What was heard from the device itself is newer.
      if (message.ageMs !== undefined && known) return false
      if (state !== 'left') remember(message)
      else if (known) forget(known)
      return stateOf(list, account) !== before
    },
    // A time from the future was noted before the clock was set back.
    sweep: () => forgetAll(({ until }) => until <= now() || until > now() + keepMs),
    endSessions: (sessions) => {
      const ended = new Set(sessions)
      return ended.size === 0 ? new Set() : forgetAll(({ session }) => ended.has(session))
    },
    peopleIn,
    devicesIn: (list) =>
      [...(byList.get(list)?.values() ?? [])]
        .filter(({ until }) => until > now())
        .map(({ account, session, until, isShopping }) => ({
          list,
          account,
          session,
          state: isShopping ? 'shopping' : 'open',
          ageMs: Math.max(0, now() + keepMs - until),
        })),
    listsOf: (account) => new Set([...(byAccount.get(account) ?? [])].map(({ list }) => list)),
  }
}
