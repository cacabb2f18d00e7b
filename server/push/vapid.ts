import { createECDH } from 'node:crypto'
import type { Config } from '../base/config.ts'
import type { Db } from '../db/open.ts'

/** The key pair that identifies this server to push services (RFC 8292), base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

const id = 'vapid'

/**
 * Returns the key pair, made at the first start. It is in the database, and never changes:
 * browsers bind their subscriptions to it.
 */
export async function openVapid(db: Db, randomBytes: (length: number) => Buffer): Promise<VapidKeys> {
  const load = () =>
    db
      .selectFrom('push_key')
      .select(['public_key as publicKey', 'private_key as privateKey'])
      .where('id', '=', id)
      .executeTakeFirst()
  const known = await load()
  if (known) return known
  const { publicKey, privateKey } = newKeys(randomBytes)
  // If several instances start at once, the first one's keys are stored and all use them.
  await db
    .insertInto('push_key')
    .values({ id, public_key: publicKey, private_key: privateKey })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await load()) ?? openVapid(db, randomBytes)
}

function newKeys(randomBytes: (length: number) => Buffer): VapidKeys {
  const curve = createECDH('prime256v1')
  for (;;) {
    const privateKey = randomBytes(32)
    try {
      curve.setPrivateKey(privateKey)
    } catch {
      // Almost every number of 32 bytes is below the order of the curve.
      continue
    }
    return {
      publicKey: curve.getPublicKey('base64url'),
      privateKey: privateKey.toString('base64url'),
    }
  }
}

/** Returns how a push service can reach the operator: an https or mailto address; Apple's service requires one. */
export function vapidSubject({ securityContact, publicUrl, mailFrom }: Config): string {
  if (securityContact !== '') return securityContact
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom.address}`
}
