import { hash, verify } from '@node-rs/argon2'
import { limits } from '../../core/product/entities.ts'
import { composed, emailKey, type FieldError, sameKey } from '../../core/text/normalise.ts'
import { isCommonPassword } from '../seed/common-passwords.ts'
import { createQueue, createQueuesBy } from '../limits/queue.ts'

// argon2id is the library's default algorithm. It hashes the whole password, not only its first 72 bytes.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const inTurn = createQueue(2, 40)
/**
 * A site may use 1 of the 2 places and queue 8 more, so that others find room however many accounts it has. An account
 * with a session waits in its own queue first, so that it does not fill the queue of its site.
 */
const inTurnOf = createQueuesBy(1, 8)
const hashing = <T>({ site, id }: Caller, work: () => Promise<T>) => {
  const atSite = () => inTurnOf(`site ${site}`, () => inTurn(work))
  return id === undefined ? atSite() : inTurnOf(`account ${id}`, atSite)
}

/** Who waits for a hash: the site of the call, and the account if there is a session. */
export interface Caller {
  site: string
  id?: string
}

/** A character may be two UTF-16 units. */
const mostUnits = 2 * limits.passwordMax

// Operating systems compose the same letters differently. An overlong input stays as it is: it is nobody's password.
const plain = (password: string) => composed(password, mostUnits) ?? password

export function hashPassword(password: string, caller: Caller): Promise<string> {
  return hashing(caller, () => hash(plain(password), cost))
}

let nobody: Promise<string> | undefined

/** Returns whether an account has a password: a guest, a removed account and one made by a provider have none. */
export const hasPassword = (hashed: string): boolean => hashed.startsWith('$')

/**
 * Checks a password. A missing account (no hash) takes as long as a wrong password, so that the time reveals nothing.
 */
export async function isPassword(
  password: string,
  hashed: string | undefined,
  caller: Caller,
): Promise<boolean> {
  nobody ??= hash('nobody has this password', cost)
  const own = hashed !== undefined && hasPassword(hashed) ? hashed : undefined
  const against = own ?? (await nobody)
  const matches = await hashing(caller, () => verify(against, plain(password)))
  return matches && own !== undefined
}

/** Returns what is wrong with a new password, or null. Counts code points, so that an emoji is 1 character. */
export function passwordError(password: string, email: string): FieldError | null {
  if (composed(password, mostUnits) === null) return 'tooLong'
  const length = [...plain(password)].length
  if (length === 0) return 'required'
  if (length < limits.passwordMin) return 'tooShort'
  if (length > limits.passwordMax) return 'tooLong'
  const typed = plain(password).toLowerCase()
  if (isGuessable(typed)) return 'tooCommon'
  // A well-known word with digits and signs around it is no secret either.
  const letters = lettersOf(typed)
  if (/^(koszyk)+$/.test(letters)) return 'appName'
  const address = emailKey(email)
  const parts = [address, ...[/@/, /[@+]/].map((end) => address.split(end, 1)[0] ?? '')]
  const isOwn = (one: string) => typed === one || (letters.length > 2 && letters === lettersOf(one))
  return parts.some(isOwn) ? 'ownEmail' : null
}

/** How many characters guessing programs put around a word at most: a year, a number, a few signs. */
const mostAround = 6
const shortestWord = 4
const spelled = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '8': 'b',
  '!': 'i',
  '1': 'i',
}
const spellings = [{}, spelled, { ...spelled, '!': 'l', '1': 'l' }]

/**
 * Returns whether a password is common, also repeated, with a few digits and signs around it, or spelled like p@ssw0rd.
 */
export function isGuessable(password: string): boolean {
  const key = sameKey(password)
  const once = /^(.+?)\1+$/.exec(key)?.[1] ?? key
  const cores = [key, once, key.replace(/[^\p{L}]+$/u, ''), key.replace(/^[^\p{L}]+/u, '')]
  cores.push(key.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
  return cores.some((core) => {
    if (core.length < shortestWord) return false
    const isMost =
      core === once || key.length - core.length <= mostAround || isCommonPassword(key.replace(core, ''))
    return isMost && spellings.some((spelling) => isCommonPassword(respelled(core, spelling)))
  })
}

function respelled(text: string, spelling: Record<string, string>): string {
  return text.replace(/[^a-z]/g, (sign) => spelling[sign] ?? sign)
}

/** Returns the letters of a text without case and diacritics: for guessing, 'Łódź' and 'lodz' are the same word. */
function lettersOf(text: string): string {
  return sameKey(text).replace(/[^\p{L}]/gu, '')
}
