/** Half of what a token's signature is checked by: too little to be let in with, and too much to be guessed. */
const heldBack = 21

/**
 * What is kept of a token that was given up while the server could not be told: it ends its session and
 * opens nothing.
 */
export function revokeHandle(token: string): string {
  return token.slice(0, -heldBack)
}
