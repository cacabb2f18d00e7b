import { hash, verify } from '@node-rs/argon2'
import { limits } from '../core/entities.ts'
import { type FieldError } from '../core/text.ts'
import { problem } from './problem.ts'
import { commonPasswords } from './seed/common-passwords.ts'

// argon2id is the library's default algorithm.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const atOnce = 2
const queueLength = 40

let running = 0
const waiting: (() => void)[] = []

/** Hashing takes memory and a core: two at a time, a few in line, and the rest hear that we are busy. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= queueLength) throw problem('unavailable', { retryAfter: 5 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    // The place passes on to the next in line without becoming free in between.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

// The same letters typed on another system may be composed differently.
const plain = (password: string) => password.normalize('NFC')

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(plain(password), cost))
}

let nobody: Promise<string> | undefined

/** An account that does not exist takes as long as a wrong password. */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  nobody ??= hash('nobody has this password', cost)
  const against = hashed ?? (await nobody)
  const matches = await inTurn(() => verify(against, plain(password)))
  return matches && hashed !== undefined
}

export function passwordError(password: string): FieldError | null {
  const length = [...plain(password)].length
  if (length === 0) return 'required'
  if (length < limits.passwordMin) return 'tooShort'
  if (length > limits.passwordMax) return 'tooLong'
  return commonPasswords.has(plain(password).toLowerCase()) ? 'tooCommon' : null
}
