import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Device } from '../../device/device.ts'
import { ProblemError, Unreachable } from '../../device/failures.ts'
import { http } from '../../device/network.ts'
import { callOnce } from '../../src/sync/call-once.ts'
import { useDevice } from '../../src/sync/device.ts'
import { changePassword } from '../../src/account/state/profile.ts'

const signIn = (userId: string) => useDevice.setState({ device: { userId } as Device })
afterEach(() => useDevice.setState({ device: null }))

async function failed(what: string, error: Error): Promise<string> {
  let used = ''
  await callOnce(what, async (key) => {
    used = key
    throw error
  }).catch(() => undefined)
  return used
}
const lost = (what: string) => failed(what, new Unreachable('no answer'))
const problem = (status: number) =>
  new ProblemError({ type: 'about:blank', title: 'No', status, code: 'unavailable', requestId: 'r' }, null)
const refused = (what: string, status: number) => failed(what, problem(status))
const arrives = (what: string) => callOnce(what, async (key) => key)

test('OFFLINE-5 a call whose answer got lost is repeated under its key, and the next one has another', async () => {
  signIn('anna')
  const first = await lost('create Saturday')
  expect(await lost('create Sunday')).not.toBe(first)
  expect(await arrives('create Saturday')).toBe(first)
  expect(await arrives('create Saturday')).not.toBe(first)
})

test('OFFLINE-5 RUN-7 a call that may have been done all the same is repeated under its key, a refused one is not', async () => {
  signIn('anna')
  const unknown = await refused('create Saturday', 503)
  for (const status of [500, 429]) expect(await refused('create Saturday', status)).toBe(unknown)
  expect(await refused('create Saturday', 400)).toBe(unknown)
  expect(await arrives('create Saturday')).not.toBe(unknown)
})

test('OFFLINE-5 AUTH-11 a key is never used for another account', async () => {
  signIn('anna')
  const hers = await lost('create Saturday')
  signIn('ben')
  expect(await arrives('create Saturday')).not.toBe(hers)
})

test('PROFILE-4 RUN-7 a new password that may be set already is sent again under the same key', async () => {
  signIn('anna')
  const call = vi.spyOn(http, 'call').mockRejectedValueOnce(problem(503)).mockResolvedValue({})
  onTestFinished(() => call.mockRestore())
  await expect(changePassword('old', 'new')).rejects.toThrow('No')
  await changePassword('old', 'new')
  const keys = call.mock.calls.map(([, { idempotencyKey }]) => idempotencyKey)
  expect(keys[0]).toMatch(/^[\w-]{36}$/)
  expect(keys).toEqual([keys[0], keys[0]])
})
