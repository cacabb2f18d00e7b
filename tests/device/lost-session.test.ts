import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freshSpare, freshStorage } from '../support/device.ts'

const session = { userId: 'anna', email: 'anna@example.org', accessToken: 't', expiresAt: 9, remember: true }

/** A page that was just loaded: its modules know nothing yet. */
async function page() {
  vi.resetModules()
  return import('../../device/app-db.ts')
}

describe('FULL-3 a session whose storage was lost', () => {
  beforeEach(() => {
    freshStorage()
    vi.stubGlobal('localStorage', freshSpare())
    onTestFinished(() => void vi.unstubAllGlobals())
  })

  it('FULL-3 is there again when the storage comes back empty, and the loss is told', async () => {
    await (await page()).putSession(session)
    freshStorage()
    const next = await page()
    const lost = vi.fn()
    next.onStorageLost(lost)
    expect(await next.getSession()).toEqual(session)
    expect(lost).toHaveBeenCalledOnce()
    expect(await next.getSession()).toEqual(session)
    expect(lost).toHaveBeenCalledOnce()
  })

  it('FULL-3 goes on where the storage can neither be read nor written', async () => {
    await (await page()).putSession(session)
    const next = await page()
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store', 'UnknownError')
    })
    onTestFinished(() => open.mockRestore())
    expect(await next.getSession()).toEqual(session)
    await next.putSession({ ...session, accessToken: 'newer' })
    expect(await next.getSession()).toMatchObject({ accessToken: 'newer' })
  })

  it('FULL-3 does not come back after a log-out', async () => {
    const { putSession, deleteSession } = await page()
    await putSession(session)
    await deleteSession()
    expect(await (await page()).getSession()).toBeNull()
  })

  it('FULL-3 does not come back by a read that began before the log-out', async () => {
    const { putSession, deleteSession, getSession } = await page()
    await putSession(session)
    const [before] = await Promise.all([getSession(), deleteSession(), getSession()])
    expect(before).toEqual(session)
    expect([await getSession(), localStorage.getItem('session')]).toEqual([null, null])
  })

  it('FULL-3 gets its copy at the next start, if it is from before there were copies', async () => {
    await (await page()).putValue('session', session)
    await (await page()).copyStoredSession()
    freshStorage()
    expect(await (await page()).getSession()).toEqual(session)
  })

  it('FULL-3 a copy that makes no sense signs nobody in', async () => {
    for (const nonsense of ['{', '"anna"', '{"userId":"anna"}']) {
      localStorage.setItem('session', nonsense)
      expect(await (await page()).getSession()).toBeNull()
    }
  })
})
