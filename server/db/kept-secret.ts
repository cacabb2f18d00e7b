import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

const [ivBytes, tagBytes] = [12, 16]

/**
 * Derives an encryption key from the client's Idempotency-Key. The database has only a hash of the latter, so whoever
 * reads the database cannot decrypt the answer, provided that the client's key is random; the app's has 74 random bits.
 */
function keyFrom(idempotencyKey: string, accountId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', idempotencyKey, accountId, 'kept answer', 32))
}

/** Encrypts an answer that is kept for retries and contains a secret, with AES-256-GCM. `iv` comes from `newIv`. */
export function sealAnswer(answer: string, idempotencyKey: string, accountId: string, iv: Buffer): string {
  const cipher = createCipheriv('aes-256-gcm', keyFrom(idempotencyKey, accountId), iv)
  const sealed = [iv, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/** Decrypts an answer. Throws if it was encrypted with another key. */
export function openAnswer(sealed: string, idempotencyKey: string, accountId: string): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyFrom(idempotencyKey, accountId),
    bytes.subarray(0, ivBytes),
    { authTagLength: tagBytes },
  )
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString()
}

/** Returns a random iv of 12 bytes for `sealAnswer`. */
export const newIv = (randomBytes: (length: number) => Buffer): Buffer => randomBytes(ivBytes)
