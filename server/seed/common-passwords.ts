import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sameKey } from '../../core/text/normalise.ts'
import { serverFolder } from '../base/folder.ts'

/**
 * A Bloom filter of 110 000 common passwords, made by scripts/passwords/make.ts: 2²¹ bits, 13 of them for each
 * password. It finds all of them, and wrongly also 0.01% of other passwords. The list itself is 1 MB and unfit for
 * publication, and a service that knows leaked passwords would need the network.
 */
export const filterBits = 2 ** 21
const bitsOfEach = 13
export const filterFile = join(serverFolder, 'seed/common-passwords.bin')

let loaded: Buffer | undefined

/** Returns whether a password is among the common ones, ignoring case and accents. */
export function isCommonPassword(password: string): boolean {
  const filter = (loaded ??= readFileSync(filterFile))
  return placesOf(password).every((place) => ((filter[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0)
}

/** Returns the bits of a password in the filter (Kirsch and Mitzenmacher, 'Less Hashing, Same Performance', 2006). */
export function placesOf(password: string): number[] {
  const digest = createHash('sha256').update(sameKey(password)).digest()
  const first = digest.readUInt32LE(0)
  const step = digest.readUInt32LE(4)
  return Array.from({ length: bitsOfEach }, (_, i) => (first + i * step) % filterBits)
}
