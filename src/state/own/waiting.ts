import type { ProblemCode } from '../../../core/contract/problem-codes.ts'
import type { Device } from '../../../device/device.ts'
import { accountStore } from '../account-store.ts'
import { keptCategories, keptTemplates } from './kept.ts'

/**
 * Ids of what an account took over from a trial and the server does not have yet. The value is null while it is being
 * sent, else the reason why the server refused it.
 */
type Waiting = ReadonlyMap<string, ProblemCode | null>

export const useWaitingOwn = accountStore<{ all: Waiting }>(() => ({ all: new Map() }))

/** Returns undefined if this template or category does not wait to be sent. */
export function useWaits(id: string): ProblemCode | null | undefined {
  return useWaitingOwn(({ all }) => all.get(id))
}

/** Reads what waits on this device, and shows it. */
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
