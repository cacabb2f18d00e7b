import 'fake-indexeddb/auto'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { ProblemCode } from '../../core/contract/problem-codes.ts'
import type { Device } from '../../device/device.ts'
import { Unreachable } from '../../device/failures.ts'
import { http } from '../../device/network.ts'
import { barcodeWay, findBarcode, knownNames, nameBarcode } from '../../src/scan/barcodes.ts'
import { openedWay, tellOpened } from '../../src/sync/list-calls.ts'
import { createSender } from '../../src/sync/send-unsent.ts'
import { useDevice } from '../../src/sync/device.ts'
import { useSync } from '../../src/sync/sync-status.ts'
import { refusal, unsentOf } from '../../src/account/session/unsent.ts'
import { freshStorage, testDevice } from '../support/device.ts'

const never = () => Promise.reject(new Error('no network in this test'))
const soap = { productName: 'Soap', unit: 'pcs', category: '' } as const
const barcodes = unsentOf<object>('barcode')
const opened = unsentOf<true>('opened')

let device: Device
beforeEach(() => {
  freshStorage()
  device = { userId: 'anna', isTrial: false, db: testDevice(never).db } as unknown as Device
  useDevice.setState({ device })
})

/** A server that notes the calls and answers each as `meets` says. */
function world() {
  const sent: string[] = []
  const at = {
    isOurs: true,
    meets: (_call: string): unknown => undefined,
  }
  const call = (async (key: string, { params, body }: { params?: object; body?: object }) => {
    const text = [key.split(' ')[0], ...Object.values(params ?? {}), ...Object.values(body ?? {})].join(' ')
    sent.push(text)
    const error = await at.meets(text)
    if (error !== undefined) throw error
    return {}
  }) as unknown as typeof http.call
  const run = createSender([openedWay, barcodeWay], {
    device,
    call,
    isOurs: () => at.isOurs,
    rest: () => Promise.resolve(),
    refused: () => undefined,
  })
  return { run, sent, at }
}

const codes = async () => (await barcodes.all(device.db)).map(({ id, refused }) => [id, refused])

test('SCAN-3 HAND-11 what waits is sent once, kind after kind, and is known from then on', async () => {
  await nameBarcode('1', { ...soap, price: 2.5, currency: 'EUR' })
  await nameBarcode('2', { ...soap, productName: 'Tea' })
  await nameBarcode('2', { ...soap, productName: 'Green tea' })
  await tellOpened('list')
  expect((await findBarcode('2')).known).toMatchObject({ productName: 'Green tea' })
  const { run, sent } = world()
  await run()
  await run()
  expect(sent).toEqual(['PUT list', 'PUT 1 Soap pcs  2.5 EUR', 'PUT 2 Green tea pcs '])
  expect([await codes(), await opened.all(device.db)]).toEqual([[], []])
  expect((await findBarcode('1')).known).toMatchObject({ productName: 'Soap', price: 2.5 })
  expect(await knownNames()).toEqual(['Soap', 'Green tea'])
})

test('SCAN-3 a name that changes while it is sent is sent again', async () => {
  await nameBarcode('1', soap)
  const { run, sent, at } = world()
  at.meets = (text) =>
    text.includes('Soap') ? void nameBarcode('1', { ...soap, productName: 'Tea' }) : undefined
  await run()
  await run()
  expect(sent).toEqual(['PUT 1 Soap pcs ', 'PUT 1 Tea pcs '])
  expect(await knownNames()).toEqual(['Tea'])
})

test('SCAN-3 HAND-11 what the server refuses or cannot store blocks nothing behind it', async () => {
  const answers: Readonly<Record<string, ProblemCode>> = {
    'PUT gone': 'notFound',
    'PUT 1 Soap pcs ': 'invalidRequest',
    'PUT 2 Soap pcs ': 'accountNotActivated',
    'PUT 3 Soap pcs ': 'serverError',
  }
  await tellOpened('gone')
  for (const code of ['1', '2', '3', '4']) await nameBarcode(code, soap)
  const { run, sent, at } = world()
  at.meets = (text) => answers[text] && refusal(answers[text])
  // Only the server's own failure is tried again soon.
  await expect(run()).rejects.toMatchObject({ problem: { code: 'serverError' } })
  expect(sent).toHaveLength(5)
  expect(await opened.all(device.db)).toEqual([])
  expect(await codes()).toEqual([
    ['2', 'accountNotActivated'],
    ['3', undefined],
  ])
  // The name that will never be taken stays on this device.
  expect((await findBarcode('1')).known).toMatchObject(soap)
})

test.each([
  ['no network', new Unreachable('no answer')],
  ['no session', refusal('sessionExpired')],
  ['too many calls', refusal('tooManyRequests')],
])('SCAN-3 AUTH-9 with %s everything waits for the next occasion', async (_, error) => {
  await tellOpened('list')
  await nameBarcode('1', soap)
  const { run, sent, at } = world()
  at.meets = () => error
  await expect(run()).rejects.toBe(error)
  expect(sent).toEqual(['PUT list'])
  expect(await codes()).toEqual([['1', undefined]])
  at.meets = () => undefined
  await run()
  expect(await codes()).toEqual([])
})

test('SCAN-3 SAFE-9 nothing is sent under another account, also if it changes in the middle', async () => {
  for (const code of ['1', '2']) await nameBarcode(code, soap)
  const { run, sent, at } = world()
  at.isOurs = false
  await run()
  expect(sent).toEqual([])
  at.isOurs = true
  at.meets = () => void (at.isOurs = false)
  await run()
  expect(sent).toEqual(['PUT 1 Soap pcs '])
  expect(await codes()).toEqual([['2', undefined]])
})

test('SCAN-2 a name that the household gave is corrected by the next scan, also without a network, and an own one that waits wins', async () => {
  const asked: string[] = []
  let name: string | null = 'Milk'
  const call = vi.spyOn(http, 'call').mockImplementation(((key: string) => {
    asked.push(key)
    return name === null
      ? Promise.reject(new Unreachable('offline'))
      : Promise.resolve({ ...soap, code: '7', productName: name })
  }) as unknown as typeof http.call)
  onTestFinished(() => call.mockRestore())
  useSync.setState({ online: true })
  const found = async () => (await findBarcode('7')).known?.productName
  expect(await found()).toBe('Milk')
  name = 'Oat milk'
  // Shown at once as it is known here, while the server is asked.
  expect(await found()).toBe('Milk')
  await vi.waitFor(async () => expect(await knownNames()).toEqual(['Oat milk']))
  name = null
  expect(await found()).toBe('Oat milk')
  expect(asked).toHaveLength(3)
  useSync.setState({ online: false })
  expect(await found()).toBe('Oat milk')
  await nameBarcode('7', { ...soap, productName: 'My milk' })
  useSync.setState({ online: true })
  name = 'Oat milk'
  expect(await found()).toBe('My milk')
  expect(asked).toHaveLength(3)
})
