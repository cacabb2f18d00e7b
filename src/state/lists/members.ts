import { create } from 'zustand'
import type { Member } from '../../../core/contract/shapes.ts'
import { listUsers } from './list-actions.ts'

interface Members {
  listId: string | null
  /** null until the server was asked */
  members: readonly Member[] | null
}

/** Who else has the list whose share panel is open. */
export const useMembers = create<Members>(() => ({ listId: null, members: null }))

/** Asks the server; the members that are known stay on screen meanwhile. */
export async function loadMembers(listId: string): Promise<void> {
  if (useMembers.getState().listId !== listId) useMembers.setState({ listId, members: null })
  const members = await listUsers(listId)
  if (members && useMembers.getState().listId === listId) useMembers.setState({ members })
}
