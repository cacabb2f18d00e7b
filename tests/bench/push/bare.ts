import { Agent, request } from 'node:https'
import webPush from 'web-push'
import { newSubscription } from '../../support/push-service.ts'

// The bound, in a process of its own: encrypts, signs and sends messages, and does nothing else.

export interface Sent {
  /** CPU seconds */
  cpu: number
  /** ms */
  wall: number
}

/** As many as the server has at a time: 8 for each of 3 push services. */
const atOnce = 24
const payload = JSON.stringify({
  kind: 'trips',
  title: 'Anna Nowak is at Lidl. Anything?',
  body: 'x'.repeat(200),
})
const keys = webPush.generateVAPIDKeys()
const vapidDetails = { subject: 'mailto:koszyk@example.org', ...keys }
const agent = new Agent({
  keepAlive: true,
  maxFreeSockets: 8,
  lookup: (_, { all }, done) =>
    all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
})

process.on('message', (endpoints: string[]) => {
  const left = endpoints.map((endpoint) => newSubscription(endpoint).subscription)
  const before = process.cpuUsage()
  const from = performance.now()
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) await send(next)
  }
  void Promise.all(Array.from({ length: atOnce }, work)).then(() => {
    const { user, system } = process.cpuUsage(before)
    process.send?.({ cpu: (user + system) / 1e6, wall: performance.now() - from } satisfies Sent)
  })
})

function send(to: { endpoint: string; keys: { p256dh: string; auth: string } }): Promise<void> {
  const { endpoint, headers, body } = webPush.generateRequestDetails(to, payload, {
    vapidDetails,
    TTL: 60,
    contentEncoding: 'aes128gcm',
  })
  return new Promise((done, failed) => {
    const sent = request(endpoint, { method: 'POST', headers, agent }, (answer) => {
      answer.resume()
      answer.on('end', done)
    })
    sent.on('error', failed)
    sent.end(body)
  })
}
