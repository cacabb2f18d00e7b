import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'

const [ivBytes, tagBytes] = [12, 16]

/**
 * A key that only the client's Idempotency-Key leads to. The database knows that key as a hash, so whoever reads the
 * database does not read the answer, provided the client's key is random, as that of the app is (74 bits).
 */
function keyFrom(idempotencyKey: string, accountId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', idempotencyKey, accountId, 'kept answer', 32))
}

/** Encrypts an answer that is kept for retries and holds a secret. AES-256-GCM. */
export function sealAnswer(answer: string, idempotencyKey: string, accountId: string, iv: Buffer): string {
  const cipher = createCipheriv('aes-256-gcm', keyFrom(idempotencyKey, accountId), iv)
  const sealed = [iv, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat(sealed).toString('base64url')
}

/** Throws where the answer was sealed with another key. */
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

/** As long as `sealAnswer` wants it. */
export const newIv = (randomBytes: (length: number) => Buffer): Buffer => randomBytes(ivBytes)
