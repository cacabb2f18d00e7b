/** How long an access token is valid, in ms. */
export const accessMs = 4 * 3_600_000

export interface KnownToken {
  session: string
  madeAt: number
  account: string
}

/** How many verified access tokens are cached. */
const mostKnown = 10_000

/**
 * Makes a cache of access tokens whose signature was verified, so that it is not computed at each call. Their sessions
 * may have ended.
 */
export function createKnownTokens() {
  const known = new Map<string, KnownToken>()
  return {
    get(authorization: string | undefined, now: number): KnownToken | null {
      const token = authorization === undefined ? undefined : known.get(authorization)
      return token && token.madeAt + accessMs > now ? token : null
    },
    forget(authorization: string): void {
      known.delete(authorization)
    },
    note(authorization: string, token: KnownToken): void {
      known.set(authorization, token)
      if (known.size <= mostKnown) return
      const [oldest] = known.keys()
      if (oldest !== undefined) known.delete(oldest)
    },
  }
}

export type KnownTokens = ReturnType<typeof createKnownTokens>
