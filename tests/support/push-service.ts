import { createECDH, createVerify, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import ece from 'http_ece'
import { onTestFinished } from 'vitest'
import type { PushNetwork } from '../../server/push/transport.ts'

/** One message that the server sent to a push service. */
export interface Received {
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface PushService {
  url: string
  received: Received[]
  /** decides how the service answers; 201 otherwise */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  /** how the server under test reaches it, although it is on this machine and speaks http */
  network: Partial<PushNetwork>
}

/** Starts a push service that keeps what it gets (RFC 8030). */
export async function startPushService(): Promise<PushService> {
  const received: Received[] = []
  const service: PushService = {
    url: '',
    received,
    answer: (_request, response) => void response.writeHead(201, { 'content-length': '0' }).end(),
    network: { isEndpoint: (url) => url.hostname === '127.0.0.1', isAddress: () => true },
  }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      service.answer(request, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

/** A browser's side of a subscription: it alone can read the messages (RFC 8291). */
export function newSubscription(endpoint: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint,
      expirationTime: null,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    },
    read({ body }: Received) {
      const plain = ece.decrypt(body, {
        version: 'aes128gcm',
        privateKey: keys,
        authSecret: auth.toString('base64url'),
      })
      return JSON.parse(plain.toString()) as Record<string, unknown>
    },
  }
}

/** Returns the claims of a message's VAPID token, or throws if the key that it names did not sign it (RFC 8292). */
export function vapidClaims({ headers }: Received): { aud: string; sub: string; exp: number; key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = createVerify('sha256')
    .update(`${head}.${claims}`)
    .verify({ key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  if (!isSigned) throw new Error('not signed by its key')
  const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
    aud: string
    sub: string
    exp: number
  }
  return { ...read, key }
}
