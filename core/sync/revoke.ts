/** Characters to cut off: half of the secret. The rest is too little to log in with and too much to be guessed. */
const heldBack = 21

/**
 * Returns the part of a token that a device keeps when its user signs out offline. It can end the session later, and
 * nothing else.
 */
export function revokeHandle(token: string): string {
  return token.slice(0, -heldBack)
}
