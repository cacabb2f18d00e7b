import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { composed } from '../../../core/text/normalise.ts'

/**
 * An encrypted file is `magic`, a salt of 16 bytes, a tag that verifies the passphrase, and then chunks of 64 KiB, each
 * with a tag (AES-256-GCM; scrypt derives the key). A nonce is the chunk's number and whether it is the last one, as in
 * STREAM (Hoang, Reyhanitabar, Rogaway and Vizár, 2015): chunks cannot be changed, swapped, repeated or cut off
 * unnoticed.
 */
const magic = Buffer.from('koszyk-sealed-1\n')
const saltBytes = 16
const tagBytes = 16
const chunkBytes = 64 << 10
export const headBytes = magic.length + saltBytes + tagBytes
export const shortestPassphrase = 12

/** Each guess of the passphrase costs 128 MB of memory and 0.5 s. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 << 20 }
const part = { chunk: 0, last: 1, head: 2 } as const

export class WrongPassphrase extends Error {}

export function isSealed(head: Buffer): boolean {
  return head.subarray(0, magic.length).equals(magic)
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((done, failed) =>
    scrypt(composed(passphrase, 1_024) ?? passphrase, salt, 32, cost, (error, key) =>
      error ? failed(error) : done(key),
    ),
  )
}

function nonce(number: number, kind: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUIntBE(number, 5, 6)
  bytes[11] = kind
  return bytes
}

function seal(key: Buffer, number: number, kind: number, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(number, kind))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts a chunk. Returns null if it was not encrypted with this key, number and kind. */
function unseal(key: Buffer, number: number, kind: number, sealed: Buffer): Buffer | null {
  if (sealed.length < tagBytes) return null
  const cipher = createDecipheriv('aes-256-gcm', key, nonce(number, kind), { authTagLength: tagBytes })
  cipher.setAuthTag(sealed.subarray(-tagBytes))
  const plain = cipher.update(sealed.subarray(0, -tagBytes))
  try {
    cipher.final()
    return plain
  } catch {
    return null
  }
}

/** Cuts a stream into pieces of `size` bytes, and marks the last one, which may be shorter or empty. */
async function* inPieces(source: AsyncIterable<Buffer>, size: number) {
  let rest: Buffer = Buffer.alloc(0)
  for await (const bytes of source) {
    rest = Buffer.concat([rest, bytes])
    // One piece is always held back, because it may be the last.
    while (rest.length > size) {
      yield { bytes: rest.subarray(0, size), kind: part.chunk }
      rest = rest.subarray(size)
    }
  }
  yield { bytes: rest, kind: part.last }
}

/** Encrypts a stream with a passphrase. */
export async function* sealed(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const key = await keyOf(passphrase, salt)
  yield Buffer.concat([magic, salt, seal(key, 0, part.head, Buffer.alloc(0))])
  let number = 0
  for await (const { bytes, kind } of inPieces(source, chunkBytes)) yield seal(key, number++, kind, bytes)
}

/**
 * Decrypts the output of `sealed`. Throws WrongPassphrase. Yields null and ends at a chunk that is changed or missing.
 */
export async function* opened(
  head: Buffer,
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer | null> {
  const key = await keyOf(passphrase, head.subarray(magic.length, magic.length + saltBytes))
  if (unseal(key, 0, part.head, head.subarray(-tagBytes)) === null) throw new WrongPassphrase()
  let number = 0
  for await (const { bytes, kind } of inPieces(source, chunkBytes + tagBytes)) {
    const plain = unseal(key, number++, kind, bytes)
    yield plain
    if (plain === null) return
  }
}
