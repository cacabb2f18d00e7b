import { msg } from '@lingui/core/macro'
import { coalesced } from '../../device/coalesced.ts'
import type { Device } from '../../device/device.ts'
import { ProblemError } from '../../device/failures.ts'
import { http, locks } from '../../device/network.ts'
import { watchChancesToSend } from './calls.ts'
import { browserClock } from '../lib/clock.ts'
import { notify } from '../ui/notices.ts'
import { useDevice } from './device.ts'
import { isAccountOf, isSignedIn, useSession } from '../account/session/session.ts'
import { unsentOf, type Waiting } from '../account/session/unsent.ts'

/** How the unsent values of one kind reach the server. */
export interface Way {
  kind: Parameters<typeof unsentOf>[0]
  /** Makes the calls for one, and records that it arrived. Each call can be repeated, so that nothing is there twice. */
  send: (one: Waiting<never>) => Promise<unknown>
  /** Called when the server will never take one. Left out: it stays, with the reason beside its name. */
  giveUp?: (one: Waiting<never>) => Promise<unknown>
  nameOf?: (value: never) => string
  /** called before and after everything is sent */
  before?: () => Promise<unknown>
  after?: () => Promise<unknown>
}

export type MakeWay = (device: Device, call: typeof http.call) => Way

interface SenderDeps {
  device: Device
  call: typeof http.call
  /** returns whether what is sent now goes under this account */
  isOurs: () => boolean
  /** resolves after `ms` */
  rest: (ms: number) => Promise<unknown>
  /** called with the names that the server refuses for now; once for each reason */
  refused: (names: readonly string[]) => void
}

/** The server limits calls: after each 100 there is a pause, which leaves room for the user's own calls. */
const atOnce = 100
const pauseMs = 2_000

/** statuses after which nothing else is tried now: no session, too many calls, a server that is not ready */
const wait: readonly number[] = [401, 429, 503]
/** statuses that a repeated call would get again */
const final: readonly number[] = [400, 409, 413, 422]

/**
 * Returns what sends everything of one account that waits, kind after kind, in the order made. A refused value blocks
 * none of the others and is sent again on the next occasion. Throws the error of a call that may work later.
 */
export function createSender(
  makers: readonly MakeWay[],
  { device, call, isOurs, rest, refused }: SenderDeps,
) {
  const { db } = device
  let calls = 0
  const paced = (async (key, options) => {
    calls += 1
    if (calls % atOnce === 0) await rest(pauseMs)
    return call(key, options)
  }) as typeof call
  const ways = makers.map((make) => make(device, paced))

  return async function run(): Promise<void> {
    const news: string[] = []
    let failed: unknown
    for (const way of ways) await way.before?.()
    try {
      for (const way of ways) failed = (await sendAll(way, news)) ?? failed
    } finally {
      if (news.length > 0) refused(news)
      for (const way of ways) await way.after?.()
    }
    if (failed !== undefined) throw failed
  }

  /** Returns an error of the server, if there was one. */
  async function sendAll({ kind, send, giveUp, nameOf }: Way, news: string[]): Promise<unknown> {
    const unsent = unsentOf<never>(kind)
    let failed: unknown
    for (const one of await unsent.all(db)) {
      if (!isOurs()) break
      try {
        await send(one)
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error
        const { status, code } = error.problem
        if (wait.includes(status)) throw error
        if (status >= 500) failed = error
        else if (giveUp && final.includes(status)) await giveUp(one)
        else {
          await unsent.refuse(db, one.id, code)
          if (nameOf && one.refused !== code) news.push(nameOf(one.value))
        }
      }
    }
    return failed
  }
}

const againMs = 30_000
const mostNamed = 3

let makers: readonly MakeWay[] = []
/** of the account whose pages are open */
let sender: { device: Device; run: () => Promise<void> } | null = null
let timer: { due: number; stop: () => void } | null = null

function senderFor(device: Device) {
  return createSender(makers, {
    device,
    call: http.call,
    isOurs: () => isAccountOf(device.userId),
    rest: (ms) => new Promise<void>((done) => browserClock.after(ms, done)),
    refused(all) {
      const names = all.slice(0, mostNamed).join(', ') + (all.length > mostNamed ? ', …' : '')
      const text = msg`Not taken into your account, and on this device only: ${names}. The reason stands beside each.`
      notify('warning', text, undefined, true)
    },
  })
}

/** Sends what waits in `ms`, or sooner if that was asked for before. */
export function sendSoon(ms = 0): void {
  const due = Date.now() + ms
  if (timer && timer.due <= due) return
  timer?.stop()
  timer = { due, stop: browserClock.after(ms, () => void sendUnsent()) }
}

/** Sends what waits on this device for the server. What cannot be sent now is sent on the next occasion. */
export const sendUnsent = coalesced(async () => {
  timer?.stop()
  timer = null
  const { device } = useDevice.getState()
  if (!device || device.isTrial) return
  if (sender?.device !== device) sender = { device, run: senderFor(device) }
  const { run } = sender
  try {
    // Another tab may be sending. The lock waits for it, and then only the rest is sent.
    await (locks ? locks.request(`own:${device.userId}`, run) : run())
  } catch {
    sendSoon(againMs)
  }
})

/** Sends the unsent values of these kinds from now on, in this order. */
export function watchUnsent(ways: readonly MakeWay[]): void {
  makers = ways
  sender = null
  const send = () => void sendUnsent()
  watchChancesToSend(send)
  useSession.subscribe((now, then) => {
    // An account that was just activated has higher limits.
    if (isSignedIn(now) && isSignedIn(then) && now.profile?.status !== then.profile?.status) send()
  })
  document.addEventListener('visibilitychange', () => {
    // The page may not come back: what it would send soon is sent now.
    if (document.visibilityState === 'hidden' && timer) send()
  })
  send()
}
