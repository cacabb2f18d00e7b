import { expect, test } from 'vitest'
import { isPublicAddress } from '../../../server/base/public-network.ts'
import { parseEndpoint, isPushEndpoint } from '../../../server/push/endpoint.ts'
import { createTransport, type PushNetwork, publicNetwork } from '../../../server/push/transport.ts'
import { startPushService } from '../../support/push-service.ts'

const bad = [
  'http://push.example.org/x',
  'ftp://push.example.org/x',
  'https://user:pass@push.example.org/x',
  'https://user@push.example.org/x',
  'https://push.example.org:8443/x',
  'https://push.example.org:22/x',
  'https://localhost/x',
  'https://a.localhost/x',
  'https://printer/x',
  'https://printer.local/x',
  'https://vault.internal/x',
  'https://127.0.0.1/x',
  'https://127.1/x',
  'https://0x7f.1/x',
  'https://2130706433/x',
  'https://017700000001/x',
  'https://0.0.0.0/x',
  'https://10.1.2.3/x',
  'https://100.64.0.1/x',
  'https://169.254.169.254/latest/meta-data',
  'https://172.16.0.1/x',
  'https://192.168.1.1/x',
  'https://224.0.0.1/x',
  'https://255.255.255.255/x',
  'https://[::]/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://[::ffff:8.8.8.8]/x',
  'https://[fe80::1]/x',
  'https://[fd00::1]/x',
  'https://[ff02::1]/x',
  'https://[64:ff9b::a00:1]/x',
  'https://[2002:a00:1::]/x',
  'https://push.example.org/x#part',
  ' https://push.example.org/x',
  `https://push.example.org/${'x'.repeat(2_000)}`,
  'nonsense',
  '',
]

test.each(bad)('TOGETHER-1 %s is no endpoint', (text) => {
  expect(parseEndpoint(text, isPushEndpoint)).toBeNull()
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=BQYAA',
  'https://web.push.apple.com/QGuQyavXutnMH',
  'https://[2606:4700::1111]/x',
  'https://1.1.1.1/x',
])('TOGETHER-1 %s is an endpoint', (text) => {
  expect(parseEndpoint(text, isPushEndpoint)?.href).toBe(text)
})

test('TOGETHER-1 addresses that are not on the public internet', () => {
  for (const address of ['198.18.0.1', '203.0.113.9', '2001:db8::1', '::1', 'fe80::1%eth0', 'x', ''])
    expect([address, isPublicAddress(address)]).toEqual([address, false])
  for (const address of ['8.8.8.8', '100.128.0.1', '172.32.0.1', '2a00:1450::1'])
    expect([address, isPublicAddress(address)]).toEqual([address, true])
})

const request = { headers: {}, body: Buffer.from('x') }

/** A transport that may use http, and resolves names as the test says. */
function transport(network: Partial<PushNetwork> = {}) {
  return createTransport({ ...publicNetwork(), isEndpoint: () => true, timeoutMs: 300, ...network })
}

test('TOGETHER-1 a name that leads to a private address is not connected to, whenever it does so', async () => {
  const service = await startPushService()
  const url = `${service.url.replace('127.0.0.1', 'push.example.org')}/x`
  const codes: unknown[] = []
  for (const addresses of [
    [{ address: '127.0.0.1', family: 4 }],
    [{ address: '::ffff:127.0.0.1', family: 6 }],
    [
      { address: '8.8.8.8', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ],
  ]) {
    const guarded = transport({ resolve: async () => addresses })
    codes.push(
      await guarded.post({ endpoint: url, ...request }).catch((error: { code: string }) => error.code),
    )
    guarded.close()
  }
  expect(codes).toEqual(['EREFUSED', 'EREFUSED', 'EREFUSED'])
  // Public when asked first, private at the next question: the connection goes to the address that was checked.
  let asked = 0
  const rebinding = transport({
    isAddress: (address) => address === '127.0.0.1',
    resolve: async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }],
  })
  expect((await rebinding.post({ endpoint: url, ...request })).status).toBe(201)
  expect([asked, service.received.length]).toEqual([1, 1])
  rebinding.close()
})

test('TOGETHER-1 an address in the URL is checked too, although nothing resolves it', async () => {
  const service = await startPushService()
  const guarded = transport()
  const sent = guarded.post({ endpoint: `${service.url}/x`, ...request })
  await expect(sent).rejects.toMatchObject({ code: 'EREFUSED' })
  expect(service.received).toEqual([])
  guarded.close()
})

test('TOGETHER-1 a redirect is not followed', async () => {
  const service = await startPushService()
  service.answer = (_request, response) => void response.writeHead(307, { location: '/other' }).end()
  const open = transport({ isAddress: () => true })
  expect((await open.post({ endpoint: `${service.url}/x`, ...request })).status).toBe(307)
  expect(service.received.map(({ path }) => path)).toEqual(['/x'])
  open.close()
})

test('TOGETHER-1 a slow endpoint and an endless answer end by themselves', async () => {
  const service = await startPushService()
  const open = transport({ isAddress: () => true })
  service.answer = () => undefined
  await expect(open.post({ endpoint: `${service.url}/x`, ...request })).rejects.toThrow()
  const ended = new Promise<void>((resolve) => {
    service.answer = (_request, response) => {
      response.writeHead(201)
      const write = () => response.write('x'.repeat(64 << 10), write)
      response.on('close', resolve)
      write()
    }
  })
  expect((await open.post({ endpoint: `${service.url}/x`, ...request })).status).toBe(201)
  await ended
  open.close()
})
