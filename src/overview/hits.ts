/** The server's hits in lists that are not completely on this device. */
export interface ServerHits {
  /** list id → the matching products */
  found: ReadonlyMap<string, readonly string[]>
  /** the server could not be asked, so hits may be missing */
  missing: boolean
}

export const noHits: ServerHits = { found: new Map(), missing: false }
