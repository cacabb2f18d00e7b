/**
 * Somebody who tries the app without an account has a place on this device like an account's, under an id that begins
 * so. Nothing in it is ever sent: it waits for an account to move into.
 */
export const trialPrefix = 'trial-'

export function isTrialId(userId: string): boolean {
  return userId.startsWith(trialPrefix)
}
