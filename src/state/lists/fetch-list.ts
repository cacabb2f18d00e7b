import { http } from '../../../device/network.ts'
import { currentDevice } from '../session/device.ts'

/** Asks the server for one list that this device does not know yet. Throws what the call throws. */
export async function fetchList(listId: string): Promise<void> {
  const device = currentDevice()
  const { products: _, ...list } = await http.call('GET /api/v3/list/:id', { params: { id: listId } })
  await device.db.putLists([list])
}
