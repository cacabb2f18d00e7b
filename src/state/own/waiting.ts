import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import type { Device } from '../../../device/device.ts'
import { accountStore } from '../account-store.ts'
import { keptCategories, keptTemplates } from './kept.ts'

/** What an account took over from a trial and the server does not have yet; null: it is on its way, else why not. */
type Waiting = ReadonlyMap<string, ProblemCode | null>

export const useWaitingOwn = accountStore<{ all: Waiting }>(() => ({ all: new Map() }))

/** Undefined: this template or category does not wait for anything. */
export function useWaits(id: string): ProblemCode | null | undefined {
  return useWaitingOwn(({ all }) => all.get(id))
}

/** Reads what waits here, and shows it. */
export async function readWaiting(device: Device): Promise<Waiting> {
  if (device.isTrial) return new Map()
  const [categories, templates] = await Promise.all([
    keptCategories.all(device.db),
    keptTemplates.all(device.db),
  ])
  const all = new Map([...categories, ...templates].map(({ id, refused = null }) => [id, refused]))
  useWaitingOwn.of(device).setState({ all })
  return all
}
