import { expect, test } from 'vitest'
import { defaultSettings, readSettings } from '../../src/state/session/settings.ts'
import { ultimateOrangeTheme } from '../../src/ui/theme.ts'

test('FRAME-12 the theme has the breakpoints of the specification', () => {
  const pixels = Object.entries(ultimateOrangeTheme.breakpoints ?? {}).map(([name, em]) => [
    name,
    Number.parseFloat(String(em)) * 16,
  ])
  expect(Object.fromEntries(pixels)).toEqual({ xs: 0, smd: 500, sm: 720, md: 900, lg: 1280, xl: 1800 })
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
