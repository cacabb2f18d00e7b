import { v7 as newId } from 'uuid'

const mark = 'trial-'

/**
 * Somebody who tries the app without an account has a place on this device like an account's, under an id of this
 * kind. Nothing in it is ever sent: it waits for an account to move into.
 */
export function newTrialId(): string {
  return mark + newId()
}

export function isTrialId(userId: string): boolean {
  return userId.startsWith(mark)
}
