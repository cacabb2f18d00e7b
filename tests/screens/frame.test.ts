import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { getValue, putValue } from '../../device/storage/app-db.ts'
import {
  defaultSettings,
  keepSettings,
  readSettings,
  restoreSettings,
  useDeviceSettings,
} from '../../src/account/session/device-settings.ts'
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
  const old = { mode: 'sepia', theme: 'flat', password: 'secret', sidebarOpen: 'yes', sharingOpen: true }
  expect(readSettings(old)).toEqual({ ...defaultSettings, sharingOpen: true })
  // Of versions that stored them without anybody being able to choose.
  expect(readSettings({ gradient: false, decoration: false })).toEqual(defaultSettings)
  for (const broken of [undefined, null, 'dark', 7, []]) expect(readSettings(broken)).toEqual(defaultSettings)
})

test('FRAME-13 every setting is read from where it was, also as an older version stored it', async () => {
  await putValue('singleKeys', false)
  await putValue('inactiveBannerClosed', 'anna')
  await putValue('scanner', { cameraId: 'rear', sound: false })
  await putValue('install', { visits: 3, refused: true })
  for (const part of ['settings', 'singleKeys', 'scanner', 'inactiveBannerClosed', 'install'] as const)
    await restoreSettings(part)
  expect(useDeviceSettings.getState()).toEqual({
    settings: defaultSettings,
    singleKeys: { on: false },
    scanner: { cameraId: 'rear', sound: false, vibration: true },
    inactiveBannerClosed: { closedBy: 'anna' },
    install: { visits: 3, refused: true },
  })
  await keepSettings('scanner', { sound: true })
  expect(await getValue('scanner')).toEqual({ cameraId: 'rear', sound: true, vibration: true })
})
