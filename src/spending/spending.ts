import type { Answer } from '../../core/contract/api.ts'
import { sum } from '../../core/product/money.ts'
import type { Device } from '../../device/device.ts'
import { interactiveCall } from '../sync/calls.ts'
import { useServerQuery } from '../sync/queries.ts'
import { currentDevice } from '../sync/device.ts'
import { useCurrency } from '../texts/amounts.tsx'

export type Spent = Answer<'spending'>[number]
export type Purchase = Answer<'purchases'>['items'][number]
/** A month as text, 2026-11; as texts, months are in order. */
export type Month = string
/** A day as text, 2026-11-28. */
type Day = string
export type By = 'month' | 'shop' | 'category' | 'list'

/** What the device remembers of an answer, to be read offline. */
interface Kept {
  key: string
  spent: Spent[]
  /** epoch ms of the answer */
  at: number
}

const prefix = 'spending:'
/** The sums by month, one of some days, and three answers for each of the 10 months that were looked at last. */
const mostKept = 32

/** The server has sums for as many months, the current one included. */
export const mostMonths = 25

export function monthLater(month: Month, months: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** Returns the day of an instant (epoch ms) where the person is. */
export function dayAt(at: number): Day {
  const date = new Date(at)
  return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10)
}

export const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

export function spanOf(month: Month): { from: Day; to: Day } {
  const last = new Date(Date.parse(`${monthLater(month, 1)}-01T00:00:00Z`) - 1)
  return { from: `${month}-01`, to: last.toISOString().slice(0, 10) }
}

/** Returns the days of the month before to compare a month with: of the current one only those that it has had too. */
export function comparedWith(month: Month, today: Day): { from: Day; to: Day } {
  const { from, to } = spanOf(monthLater(month, -1))
  const same = from.slice(0, 8) + today.slice(8)
  return { from, to: today.startsWith(month) && same < to ? same : to }
}

/** Returns what a purchase cost; null if it has no price. */
export function costOf({ price, priceFor, quantity, unit }: Purchase): number | null {
  return price === undefined ? null : sum([{ price, priceFor, quantity, unit }])
}

/** Asks the server and keeps the answer. A storage failure is ignored, because the call itself succeeded. */
async function ask(by: By, month: Month | null, to?: Day): Promise<Spent[]> {
  const device = currentDevice()
  const query = { by, tz: timeZone(), ...(month !== null && spanOf(month)), ...(to && { to }) }
  const spent = await interactiveCall('GET /api/v3/spending', { query })
  await keep(device, { key: keyOf(by, month, to), spent, at: Date.now() }).catch(() => undefined)
  return spent
}

const keyOf = (by: By, month: Month | null, to = '') => `${prefix}${by}:${month ?? ''}${to.slice(7)}`

async function keep({ db }: Device, copy: Kept): Promise<void> {
  await db.changeValue(copy.key, () => copy)
  const all = (await db.getValues(prefix)) as Kept[]
  const oldest = all.toSorted((a, b) => b.at - a.at).slice(mostKept)
  for (const { key } of oldest) await db.changeValue(key, () => undefined)
}

async function keptOf(by: By, month: Month | null, to?: Day): Promise<Kept | null> {
  return ((await currentDevice().db.getValue(keyOf(by, month, to))) as Kept | undefined) ?? null
}

/**
 * Returns what was spent, by month or in one month (until its day `to`) by something else: what the server says, or
 * until it answers, what this device remembers.
 */
export function useSpent(by: By, month: Month | null = null, to?: Day, enabled = true) {
  const place = [by, month, to]
  const { data, error, refetch } = useServerQuery(['spending', ...place], () => ask(by, month, to), enabled)
  const isAsked = enabled && !data
  const stored = useServerQuery(['keptSpending', ...place], () => keptOf(by, month, to), isAsked)
  return {
    /** null: nothing to show yet */
    spent: data ?? stored.data?.spent ?? null,
    /** epoch ms of the sums on screen, if they are not the newest */
    keptAt: data && !error ? null : (stored.data?.at ?? null),
    error,
    again: refetch,
  }
}

/** Returns what `useSpent` does, in the currency of the page. */
export function useSums(...wanted: Parameters<typeof useSpent>) {
  const currency = useCurrency()
  const { spent, ...more } = useSpent(...wanted)
  return { ...more, spent: spent?.filter((one) => one.currency === currency) ?? null }
}
