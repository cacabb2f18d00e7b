import { createHash } from 'node:crypto'

/** Returns a random code of 144 bits for a link. */
export function secret({ randomBytes }: { randomBytes: (length: number) => Buffer }): string {
  return randomBytes(18).toString('base64url')
}

/** Returns the stored form of a code: a hash, so that reading the database does not reveal usable codes. */
export function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url')
}
