import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { freshSpare, freshStorage } from '../support/device.ts'

const session = { userId: 'anna', email: 'anna@example.org', accessToken: 't', expiresAt: 9, remember: true }

/** A page that was just loaded: its modules know nothing yet. */
async function page() {
  vi.resetModules()
  return import('../../device/storage/app-db.ts')
}

/** Nothing can be written or removed, as on a full disk. */
function fillUp(): { empty: () => void } {
  const refuse = () => {
    throw new DOMException('FILE_ERROR_NO_SPACE', 'UnknownError')
  }
  const spies = (['put', 'delete'] as const).map((name) =>
    vi.spyOn(IDBObjectStore.prototype, name).mockImplementation(refuse),
  )
  const empty = () => spies.forEach((spy) => spy.mockRestore())
  onTestFinished(empty)
  return { empty }
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

  it('FULL-3 goes on where a full storage came back empty, and the loss is told once there is room', async () => {
    await (await page()).putSession(session)
    freshStorage()
    const next = await page()
    const lost = vi.fn()
    next.onStorageLost(lost)
    const { empty } = fillUp()
    expect(await next.getSession()).toEqual(session)
    expect(lost).not.toHaveBeenCalled()
    empty()
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

  it('FULL-3 does not come back in another tab that still sees the copy', async () => {
    const { putSession, deleteSession } = await page()
    await putSession(session)
    const other = await page()
    const lost = vi.fn()
    other.onStorageLost(lost)
    const copy = localStorage.getItem('session') ?? ''
    await deleteSession()
    localStorage.setItem('session', copy)
    expect(await other.getSession()).toBeNull()
    expect(lost).not.toHaveBeenCalled()
  })

  it('FULL-3 does not come back by a read that began before the log-out', async () => {
    const { putSession, deleteSession, getSession } = await page()
    await putSession(session)
    const [before] = await Promise.all([getSession(), deleteSession(), getSession()])
    expect(before).toEqual(session)
    expect([await getSession(), localStorage.getItem('session')]).toEqual([null, null])
  })

  it('FULL-3 does not come back in another tab that is starting meanwhile', async () => {
    const { putSession, deleteSession } = await page()
    await putSession(session)
    const other = await page()
    const lost = vi.fn()
    other.onStorageLost(lost)
    const starting = other.getSession()
    await deleteSession()
    await starting
    expect([await other.getSession(), localStorage.getItem('session')]).toEqual([null, null])
    expect(lost).not.toHaveBeenCalled()
  })

  it('FULL-3 is known from its copy while the storage does not answer; one that ended with its browser names nobody', async () => {
    const { putSession, copyOfSession } = await page()
    await putSession(session)
    expect(await copyOfSession()).toEqual(session)
    vi.stubGlobal('document', { cookie: '' })
    await putSession({ ...session, remember: false, browser: 'another' })
    expect(await copyOfSession()).toMatchObject({ email: '', accessToken: null })
  })

  it('FULL-2 a newer token is used although the storage takes nothing, and stored when it does', async () => {
    const { putSession, getSession } = await page()
    await putSession(session)
    const { empty } = fillUp()
    await putSession({ ...session, accessToken: 'newer' })
    expect(await getSession()).toEqual({ ...session, accessToken: 'newer' })
    const other = await page()
    const heard = vi.fn()
    onTestFinished(other.sessionChannel.listen(heard))
    expect(await other.getSession()).toEqual({ ...session, accessToken: 'newer' })
    await new Promise((resolve) => setTimeout(resolve))
    // Whoever hears of a change reads it again, and would never come to an end.
    expect(heard).not.toHaveBeenCalled()
    empty()
    await (await page()).getSession()
    localStorage.removeItem('session')
    expect(await (await page()).getSession()).toEqual({ ...session, accessToken: 'newer' })
  })

  it('FULL-2 AUTH-11 a log-out on a full disk signs out at once, and the next start with room clears the rest', async () => {
    const app = await page()
    await app.putSession(session)
    await app.putValue('profile', { id: 'anna', name: 'Anna' })
    const { forgetSession } = await import('../../src/account/state/sign-out.ts')
    const { reloadSession, useSession } = await import('../../src/account/session/session.ts')
    await reloadSession()
    const { empty } = fillUp()
    await forgetSession()
    expect(useSession.getState()).toMatchObject({ session: { email: '', accessToken: null }, profile: null })
    const cleared: string[] = []
    const clear = (userId: string) => Promise.resolve(void cleared.push(userId))
    const still = await page()
    expect(await still.getSession()).toMatchObject({ email: '', accessToken: null })
    empty()
    const next = await page()
    await next.clearEndedSession(clear)
    expect(cleared).toEqual(['anna'])
    expect([await next.getSession(), await next.getValue('profile')]).toEqual([null, undefined])
    expect(localStorage.length).toBe(0)
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
