import type { Answer } from '../../core/contract/api.ts'
import type { Device } from '../../device/device.ts'
import { interactiveCall } from '../sync/calls.ts'
import { useServerQuery } from '../sync/queries.ts'
import { currentDevice } from '../sync/device.ts'

export type Spent = Answer<'spending'>[number]
/** A month as text, 2026-11; as texts, months are in order. */
export type Month = string
type By = 'month' | 'shop' | 'category' | 'list'

/** What the device remembers of an answer, to be read offline. */
interface Kept {
  key: string
  spent: Spent[]
  /** epoch ms of the answer */
  at: number
}

const prefix = 'spending:'
/** The sums by month, and three answers for each of the 10 months that were looked at last. */
const mostKept = 31

/** The server has sums for as many months, the current one included. */
export const mostMonths = 25

export function monthLater(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Returns the month of an instant (epoch ms) where the person is. */
export function monthAt(at: number): Month {
  const date = new Date(at)
  return new Date(Date.UTC(date.getFullYear(), date.getMonth(), 1)).toISOString().slice(0, 7)
}

function spanOf(month: Month) {
  const last = new Date(Date.parse(`${monthLater(month, 1)}-01T00:00:00Z`) - 1)
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) }
}

/** Asks the server and keeps the answer. A storage failure is ignored, because the call itself succeeded. */
async function ask(by: By, month: Month | null): Promise<Spent[]> {
  const device = currentDevice()
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone
  const query = { by, tz, ...(month !== null && spanOf(month)) }
  const spent = await interactiveCall('GET /api/v3/spending', { query })
  await keep(device, { key: keyOf(by, month), spent, at: Date.now() }).catch(() => undefined)
  return spent
}

const keyOf = (by: By, month: Month | null) => `${prefix}${by}:${month ?? ''}`

async function keep({ db }: Device, copy: Kept): Promise<void> {
  await db.changeValue(copy.key, () => copy)
  const all = (await db.getValues(prefix)) as Kept[]
  const oldest = all.toSorted((a, b) => b.at - a.at).slice(mostKept)
  for (const { key } of oldest) await db.changeValue(key, () => undefined)
}

async function keptOf(by: By, month: Month | null): Promise<Kept | null> {
  return ((await currentDevice().db.getValue(keyOf(by, month))) as Kept | undefined) ?? null
}

/**
 * Returns what was spent, by month or in one month by something else: what the server says, or until it answers, what
 * this device remembers.
 */
export function useSpent(by: By, month: Month | null = null, enabled = true) {
  const { data, error, refetch } = useServerQuery(['spending', by, month], () => ask(by, month), enabled)
  const stored = useServerQuery(['keptSpending', by, month], () => keptOf(by, month), enabled && !data)
  return {
    /** null: nothing to show yet */
    spent: data ?? stored.data?.spent ?? null,
    /** epoch ms of the sums on screen, if they are not the newest */
    keptAt: data && !error ? null : (stored.data?.at ?? null),
    error,
    again: refetch,
  }
}
