import { expect, test } from 'vitest'
import { appTitle } from '../../src/frame/app-title.ts'
import { outerTitle } from '../../src/frame/page-title.ts'
import { defaultSettings, readSettings } from '../../src/state/session/settings.ts'
import { ultimateOrangeTheme } from '../../src/ui/overlay/theme.ts'

test('FRAME-12 the theme has the breakpoints of the specification', () => {
  const pixels = Object.entries(ultimateOrangeTheme.breakpoints ?? {}).map(([name, em]) => [
    name,
    Number.parseFloat(String(em)) * 16,
  ])
  expect(Object.fromEntries(pixels)).toEqual({ xs: 0, smd: 500, sm: 720, md: 900, lg: 1280, xl: 1800 })
})

test('FRAME-1 the title follows from the route, with any id in it', () => {
  const title = (path: string) => (appTitle(path) ?? outerTitle(path))?.message ?? null
  expect(title('/app')).toBe('Shopping lists')
  expect(title('/app/details/42')).toBe('List details')
  expect(title('/app/details/01a20035-d1a0-7000-8000-114257ace0be')).toBe('List details')
  expect(title('/app/barcode')).toBe('Barcode scanner')
  expect(title('/maintenance')).toBe('Maintenance')
  expect(title('/APP/Archive/')).toBe('Archived lists')
})

test('FRAME-1 ROUTE-22 a page that is not there is titled so, whatever its last part is called', () => {
  for (const path of [
    '/app/xyz',
    '/app/login',
    '/app/no/such/page',
    '/app/edit-profile/everything',
    '/app/x/profile',
  ])
    expect(appTitle(path)?.message, path).toBe('Page not found')
  expect(appTitle('/nowhere')).toBeUndefined()
  expect(outerTitle('/nowhere')).toBeUndefined()
})

test('FRAME-13 of stored settings what can be understood counts, and the rest is as at first', () => {
  expect(readSettings({ mode: 'dark', sidebarOpen: false, language: 'pl' })).toEqual({
    ...defaultSettings,
    mode: 'dark',
    sidebarOpen: false,
    language: 'pl',
  })
  const old = { mode: 'sepia', theme: 'flat', password: 'secret', sidebarOpen: 'yes', gradient: false }
  expect(readSettings(old)).toEqual({ ...defaultSettings, gradient: false })
  for (const broken of [undefined, null, 'dark', 7, []]) expect(readSettings(broken)).toEqual(defaultSettings)
})
