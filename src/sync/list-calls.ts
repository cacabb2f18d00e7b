import { http } from '../../device/network.ts'
import { unlessGone } from './calls.ts'
import { type MakeWay, sendSoon } from './send-unsent.ts'
import { currentDevice, useDevice } from './device.ts'
import { isAccountOf, isSessionOf } from '../account/session/session.ts'
import { unsentOf, type Waiting } from '../account/session/unsent.ts'

/** Returns a list with its products as the server has it. Throws what the call throws. */
export function askList(id: string) {
  return http.call('GET /api/v3/list/:id', { params: { id } })
}

/** Fetches a list that this device does not know yet. Throws what the call throws. */
export async function fetchList(listId: string, device = currentDevice()): Promise<void> {
  const { products: _, ...list } = await askList(listId)
  // With another account's session the response is that account's view of the list.
  if (isSessionOf(device.userId)) await device.db.putLists([list])
}

const opened = unsentOf<true>('opened')

const accept = (id: string, call = http.call) => call('PUT /api/v3/list/:id/accepted', { params: { id } })

/**
 * Tells the server that the user has opened a shared list, so that from now on the members and the user see each
 * other's names. A background fetch does not count.
 */
export async function tellOpened(listId: string): Promise<void> {
  const { device } = useDevice.getState()
  if (!device) return
  try {
    await opened.put(device.db, listId, true)
    sendSoon()
  } catch {
    // If the storage is full, it is sent now or not at all. Opening the list again sends it again.
    if (isAccountOf(device.userId)) await accept(listId).catch(() => undefined)
  }
}

export const openedWay: MakeWay = ({ db }, call) => ({
  kind: 'opened',
  async send(one: Waiting<true>) {
    await unlessGone(accept(one.id, call))
    await opened.arrived(db, one)
  },
})
