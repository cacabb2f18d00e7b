import {
  changed,
  firstPart,
  isEmpty,
  type Settings,
  type SettingsChange,
  without,
} from '../../../core/product/account-settings.ts'
import type { Answer, Body } from '../../../core/contract/api.ts'
import { ProblemError } from '../../../device/failures.ts'
import type { Clock } from '../clock.ts'
import { coalesced } from '../../../device/coalesced.ts'
import type { Kept } from './store.ts'

export interface Ways {
  unsent: () => SettingsChange
  update: (change: (kept: Kept) => Kept) => Promise<void>
  get: () => Promise<Answer<'settings'>>
  put: (body: Body<'changeSettings'>) => Promise<unknown>
  /** returns whether what is sent now goes under this account */
  isOurs: () => boolean
  clock: Clock
  now: () => number
  /** called when the server will never accept a change */
  refused: () => void
}

const againMs = 30_000
/** ms after which settings are read again, because another device may have changed them meanwhile */
const oldMs = 60_000

export type Exchange = ReturnType<typeof createExchange>

/**
 * Sends the settings changed here and reads those changed elsewhere, one call after the other. Repeating a change is
 * harmless.
 */
export function createExchange({ unsent, update, get, put, isOurs, clock, now, refused }: Ways) {
  let timer: { due: number; stop: () => void } | null = null
  let readAt = -Infinity

  function soon(ms: number): void {
    const due = now() + ms
    if (timer && timer.due <= due) return
    timer?.stop()
    timer = { due, stop: clock.after(ms, () => void run()) }
  }

  const run = coalesced(async () => {
    timer?.stop()
    timer = null
    try {
      await send()
      if (isOurs() && now() - readAt >= oldMs) await read()
    } catch {
      // No answer, or no final one: unsent changes are tried again after 30 s.
      if (!isEmpty(unsent())) soon(againMs)
    }
  })

  async function send(): Promise<void> {
    while (isOurs() && !isEmpty(unsent())) {
      const part = firstPart(unsent())
      let taken = true
      try {
        await put(bodyOf(part))
      } catch (error) {
        if (!isFinal(error)) throw error
        taken = false
      }
      await update(({ base, change }) => ({
        base: taken ? changed(base, part) : base,
        change: without(change, part),
      }))
      if (!taken) refused()
    }
  }

  async function read(): Promise<void> {
    const base = settingsOf(await get())
    readAt = now()
    // With another account's session the answer is that account's settings.
    if (isOurs()) await update(({ change }) => ({ base, change }))
  }

  return { run, soon }
}

/** Returns whether a retry would get the same answer. */
function isFinal(error: unknown): boolean {
  return error instanceof ProblemError && [400, 409, 413, 422].includes(error.problem.status)
}

function bodyOf({ lists, shops }: SettingsChange): Body<'changeSettings'> {
  return {
    lists: [...lists].map(([id, { pinned, usedAt }]) => ({
      id,
      ...(pinned !== undefined && { pinned }),
      ...(usedAt !== undefined && { usedAt: new Date(usedAt).toISOString() }),
    })),
    shops: [...shops].map(([shop, categories]) => ({ shop, categories: categories && [...categories] })),
  }
}

function settingsOf({ lists, shops }: Answer<'settings'>): Settings {
  return {
    lists: new Map(
      lists.map(({ id, pinned = false, usedAt }) => [
        id,
        { pinned, usedAt: usedAt ? Date.parse(usedAt) : 0 },
      ]),
    ),
    shops: new Map(shops.map(({ shop, categories }) => [shop, categories])),
  }
}
