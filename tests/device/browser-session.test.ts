import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import {
  clearEndedSession,
  getSession,
  getValue,
  putSession,
  putValue,
  type Session,
} from '../../device/storage/app-db.ts'
import { nameBrowserSession } from '../../device/browser-session.ts'

afterEach(() => vi.unstubAllGlobals())

/** A browser that has just been opened: session cookies are gone. */
function openBrowser(): { cookie: string } {
  const jar = new Map<string, string>()
  const document = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [name = '', value = ''] = (text.split(';', 1)[0] ?? '').split('=')
      jar.set(name, value)
    },
  }
  document.cookie = 'mode=dark'
  vi.stubGlobal('document', document)
  vi.stubGlobal('self', { location: { protocol: 'https:' } })
  return document
}

const anna = {
  userId: 'anna',
  email: 'anna@example.org',
  accessToken: 'a.b.c.d',
  expiresAt: 1,
  remember: false,
}
const signIn = (): Session => ({ ...anna, browser: nameBrowserSession() })

test('AUTH-3 a session that is not to be remembered ends with the browser: its token goes, and the name of its person', async () => {
  const document = openBrowser()
  await putSession(signIn())
  expect(document.cookie).toMatch(/^mode=dark; browser=\w{10,}$/)
  expect(nameBrowserSession()).toBe((await getSession())?.browser)
  const forgotten: string[] = []
  const forget = (userId: string) => Promise.resolve(void forgotten.push(userId))
  expect([await clearEndedSession(forget), (await getSession())?.accessToken]).toEqual([null, 'a.b.c.d'])

  openBrowser()
  // A caller that asks before the clean-up gets no token either.
  expect(await getSession()).toMatchObject({ userId: 'anna', email: '', accessToken: null })
  await putValue('profile', { name: 'Anna' })
  // A start that is broken off in the middle of it clears it the next time.
  await expect(clearEndedSession(() => Promise.reject(new Error('closed again')))).rejects.toThrow()
  expect((await clearEndedSession(forget))?.accessToken).toBe('a.b.c.d')
  expect([forgotten, await getValue('profile')]).toEqual([['anna'], undefined])
  expect([await clearEndedSession(forget), (await getSession())?.accessToken]).toEqual([null, null])
  // A new name in the new browser does not revive the old session.
  nameBrowserSession()
  expect((await getSession())?.accessToken).toBeNull()
})

test('AUTH-3 AUTH-9 a session that expired before the browser was closed is cleared like the others', async () => {
  openBrowser()
  await putSession({ ...signIn(), accessToken: null })
  const forgotten: string[] = []
  const forget = (userId: string) => Promise.resolve(void forgotten.push(userId))
  expect([await clearEndedSession(forget), (await getSession())?.email]).toEqual([null, 'anna@example.org'])
  openBrowser()
  expect(await getSession()).toMatchObject({ email: '' })
  await clearEndedSession(forget)
  expect([forgotten, (await getSession())?.email]).toEqual([['anna'], ''])
})

test('AUTH-3 a remembered session stays, and so does one from before that has no such mark', async () => {
  openBrowser()
  for (const session of [{ ...anna, remember: true }, anna]) {
    await putSession(session)
    openBrowser()
    const forget = () => Promise.reject(new Error('cleared'))
    expect([await clearEndedSession(forget), await getSession()]).toEqual([null, session])
  }
  await putValue('session', { ...anna, browser: 7 })
  expect(await getSession()).toBeNull()
})

test('AUTH-3 OFFLINE-6 a worker that is woken after the browser was closed sends nothing in the name of who was there', async () => {
  openBrowser()
  const session = signIn()
  await putSession(session)
  vi.stubGlobal('document', undefined)
  const colours = { name: 'mode', value: 'dark' }
  let held = [colours, { name: 'browser', value: session.browser ?? '' }]
  vi.stubGlobal('cookieStore', { getAll: async () => held })
  expect((await getSession())?.accessToken).toBe('a.b.c.d')
  held = [colours]
  expect((await getSession())?.accessToken).toBeNull()
  held = [colours, { name: 'browser', value: 'anotherrun' }]
  expect((await getSession())?.accessToken).toBeNull()
  // Firefox has a cookie store but shows a worker no cookies.
  held = []
  expect((await getSession())?.accessToken).toBe('a.b.c.d')
  // Where workers cannot see cookies, only pages start them.
  vi.stubGlobal('cookieStore', undefined)
  expect((await getSession())?.accessToken).toBe('a.b.c.d')
})
