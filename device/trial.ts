/**
 * Prefix of a trial's id. The app without an account stores its data on this device as for an account, under such an
 * id. Nothing of it is ever sent; it waits to be moved into an account.
 */
export const trialPrefix = 'trial-'

export function isTrialId(userId: string): boolean {
  return userId.startsWith(trialPrefix)
}
