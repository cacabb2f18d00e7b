import { askAgain, useAsked } from '../asked.ts'
import { attempt } from '../attempt.ts'
import { interactiveCall } from '../interactive-call.ts'
import { texts } from '../../texts/texts.ts'

export const membersName = 'members'

/** The other users with access to the list whose share panel is open. */
export function useMembers(listId: string, online: boolean) {
  return useAsked([membersName, listId], () => askForMembers(listId), online)
}

async function askForMembers(id: string) {
  const call = () => interactiveCall('GET /api/v3/list/:id/list_users', { params: { id } })
  const found = await attempt(call, texts.serverError)
  if (!found) throw new Error('told already')
  return found.done
}

export function membersChanged(listId: string): Promise<void> {
  return askAgain(membersName, listId)
}
