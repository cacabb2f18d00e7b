import { afterEach, expect, test, vi } from 'vitest'
import type { Device } from '../../../device/device.ts'
import { accountStore, ofAccount } from '../../../src/sync/account-store.ts'
import { useDevice } from '../../../src/sync/device.ts'

const [anna, ben] = ['anna', 'ben'].map((userId) => ({ userId }) as Device)
const signIn = (device: Device | null = null) => useDevice.setState({ device })

afterEach(() => signIn(null))

test('AUTH-11 the next account sees nothing of the one before, and what comes late for that one is not shown', () => {
  const use = accountStore(() => ({ lists: [] as string[] }))
  signIn(anna)
  use.setState({ lists: ['Anna’s'] })
  const late = use.of(anna ?? null)
  signIn(ben)
  expect(use.getState().lists).toEqual([])
  late.setState({ lists: ['late'] })
  expect(use.getState().lists).toEqual([])
  signIn(null)
  expect(use.getState().lists).toEqual([])
})

test('AUTH-11 whoever listens hears of the account that is signed in, and of the change of accounts', () => {
  const use = accountStore(() => ({ count: 0 }))
  const hear = vi.fn()
  signIn(anna)
  use.setState({ count: 1 })
  const stop = use.subscribe(({ count }, before) => hear(count, before.count))
  signIn(ben)
  use.of(anna ?? null).setState({ count: 5 })
  use.setState({ count: 2 })
  signIn(ben)
  stop()
  use.setState({ count: 3 })
  signIn(anna)
  expect(hear.mock.calls).toEqual([
    [0, 1],
    [2, 0],
  ])
})

test('AUTH-11 what belongs to an account is made once for each', () => {
  const drafts = ofAccount(() => new Map<string, string>())
  signIn(anna)
  drafts().set('list', 'half a wo')
  expect(drafts(ben).size).toBe(0)
  expect(drafts(anna)).toBe(drafts())
  signIn(null)
  expect(drafts().size).toBe(0)
})
