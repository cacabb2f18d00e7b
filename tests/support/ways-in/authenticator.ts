import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest()

/** What an answer claims where it does not tell the truth. */
interface Lies {
  origin?: string
  site?: string
  type?: string
  isVerified?: boolean
  counter?: number
  id?: string
  userHandle?: string
}

/** Returns a passkey as an authenticator without attestation has one (WebAuthn, level 3). */
export function newPasskey(origin: string, id = randomBytes(16).toString('base64url')) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let counter = 0
  let userHandle = ''
  const client = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(JSON.stringify({ type: lies.type ?? type, challenge, origin: lies.origin ?? origin }))
  const data = (flags: number, lies: Lies) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? ++counter)
    const seen = lies.isVerified === false ? flags & ~4 : flags
    return Buffer.concat([sha256(lies.site ?? new URL(origin).hostname), Buffer.from([seen]), count])
  }
  const named = (response: object, as = id) => ({
    id: as,
    rawId: as,
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  return {
    id,
    /** answers a request to make this passkey */
    made(options: object, lies: Lies = {}) {
      const { challenge, user } = options as { challenge: string; user: { id: string } }
      userHandle = user.id
      const raw = Buffer.from(id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(raw.length)
      const coordinate = (text: string) =>
        Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, 'base64url')])
      const key = Buffer.concat([
        Buffer.from('a5010203262001', 'hex'),
        Buffer.from([0x21]),
        coordinate(x),
        Buffer.from([0x22]),
        coordinate(y),
      ])
      const auth = Buffer.concat([data(0x45, lies), Buffer.alloc(16), length, raw, key])
      const object = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([auth.length]),
        auth,
      ])
      return named({
        clientDataJSON: client('webauthn.create', challenge, lies).toString('base64url'),
        attestationObject: object.toString('base64url'),
      })
    },
    /** answers a request to show this passkey */
    shown(options: object, lies: Lies = {}) {
      const { challenge } = options as { challenge: string }
      const clientData = client('webauthn.get', challenge, lies)
      const auth = data(0x05, lies)
      const signature = sign('sha256', Buffer.concat([auth, sha256(clientData)]), privateKey)
      return named(
        {
          clientDataJSON: clientData.toString('base64url'),
          authenticatorData: auth.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: lies.userHandle ?? userHandle,
        },
        lies.id,
      )
    },
  }
}
