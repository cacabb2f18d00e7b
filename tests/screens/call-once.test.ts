import { afterEach, expect, test } from 'vitest'
import type { Device } from '../../device/device.ts'
import { Unreachable } from '../../device/failures.ts'
import { callOnce } from '../../src/state/call-once.ts'
import { useDevice } from '../../src/state/session/device.ts'

const signIn = (userId: string) => useDevice.setState({ device: { userId } as Device })
afterEach(() => useDevice.setState({ device: null }))

async function lost(what: string): Promise<string> {
  let used = ''
  await callOnce(what, async (key) => {
    used = key
    throw new Unreachable('no answer')
  }).catch(() => undefined)
  return used
}
const arrives = (what: string) => callOnce(what, async (key) => key)

test('OFFLINE-5 a call whose answer got lost is repeated under its key, and the next one has another', async () => {
  signIn('anna')
  const first = await lost('create Saturday')
  expect(await lost('create Sunday')).not.toBe(first)
  expect(await arrives('create Saturday')).toBe(first)
  expect(await arrives('create Saturday')).not.toBe(first)
})

test('OFFLINE-5 AUTH-11 a key is never used for another account', async () => {
  signIn('anna')
  const hers = await lost('create Saturday')
  signIn('ben')
  expect(await arrives('create Saturday')).not.toBe(hers)
})
