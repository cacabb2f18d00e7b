import { createHash } from 'node:crypto'

/** A random code of 144 bits, for links. */
export function secret({ randomBytes }: { randomBytes: (length: number) => Buffer }): string {
  return randomBytes(18).toString('base64url')
}

/** The stored form of a code: somebody who reads the database cannot use it. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
