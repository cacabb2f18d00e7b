import { hash, verify } from '@node-rs/argon2'
import { limits } from '../../core/product/entities.ts'
import { composed, emailKey, type FieldError, sameKey } from '../../core/text/normalise.ts'
import { isCommonPassword } from '../seed/common-passwords.ts'
import { createQueue, createQueuesBy } from '../base/queue.ts'

// argon2id is the library's default algorithm; it reads all of a password, not its first 72 bytes.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const inTurn = createQueue(2, 40)
/**
 * One site has one of the two places and a few in the line, so that others find room, however many accounts it has. An
 * account waits in a line of its own before that, so that it does not fill the line of its neighbours.
 */
const inTurnOf = createQueuesBy(1, 8)
const hashing = <T>({ site, id }: Caller, work: () => Promise<T>) => {
  const atSite = () => inTurnOf(`site ${site}`, () => inTurn(work))
  return id === undefined ? atSite() : inTurnOf(`account ${id}`, atSite)
}

/** Who waits for a hash: the site that they call from, and their account if they have a session. */
export interface Caller {
  site: string
  id?: string
}

/** A character may be two UTF-16 units. */
const mostUnits = 2 * limits.passwordMax

// Another system may compose the same letters differently. An overlong input is nobody's password.
const plain = (password: string) => composed(password, mostUnits) ?? password

export function hashPassword(password: string, caller: Caller): Promise<string> {
  return hashing(caller, () => hash(plain(password), cost))
}

let nobody: Promise<string> | undefined

/** For a missing account this takes as long as for a wrong password, so that the time reveals nothing. */
export async function isPassword(
  password: string,
  hashed: string | undefined,
  caller: Caller,
): Promise<boolean> {
  nobody ??= hash('nobody has this password', cost)
  const against = hashed ?? (await nobody)
  const matches = await hashing(caller, () => verify(against, plain(password)))
  return matches && hashed !== undefined
}

/** Counts characters as people do, by code points: an emoji is one. */
export function passwordError(password: string, email: string): FieldError | null {
  if (composed(password, mostUnits) === null) return 'tooLong'
  const length = [...plain(password)].length
  if (length === 0) return 'required'
  if (length < limits.passwordMin) return 'tooShort'
  if (length > limits.passwordMax) return 'tooLong'
  const typed = plain(password).toLowerCase()
  if (isGuessable(typed)) return 'tooCommon'
  // Digits and signs around a well-known word do not make it a secret.
  const letters = lettersOf(typed)
  if (/^(koszyk)+$/.test(letters)) return 'appName'
  const address = emailKey(email)
  const own = [address, ...[/@/, /[@+]/].map((end) => address.split(end, 1)[0] ?? '')]
  const isOwn = (one: string) => typed === one || (letters.length > 2 && letters === lettersOf(one))
  return own.some(isOwn) ? 'ownEmail' : null
}

/** What guessing programs put around a word: a year, a number, a few signs. */
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

/** Whether it is a common password, or one with a few digits and signs around it, repeated, or spelled like p@ssw0rd. */
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

/** Without diacritics too: to a guesser, 'Łódź' and 'lodz' are the same word. */
function lettersOf(text: string): string {
  return sameKey(text).replace(/[^\p{L}]/gu, '')
}
