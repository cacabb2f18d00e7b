import { type Language, languages } from '../../../core/product/entities.ts'
import { deviceSetting } from '../device-setting.ts'

/** How the app looks on this device. `language` null: it never spoke, the browser's counts. */
export interface Settings {
  theme: 'ultimateOrangeTheme'
  direction: 'ltr'
  mode: 'light' | 'dark'
  gradient: boolean
  decoration: boolean
  sidebarOpen: boolean
  /** the share panel stands on the page of a list, where that is wide */
  sharingOpen: boolean
  layout: 'left-sidebar'
  language: Language | null
  /** 'Remember me', as it was left the last time */
  remember: boolean
}

export const defaultSettings: Settings = {
  theme: 'ultimateOrangeTheme',
  direction: 'ltr',
  mode: 'light',
  gradient: true,
  decoration: true,
  sidebarOpen: true,
  sharingOpen: false,
  layout: 'left-sidebar',
  language: null,
  remember: true,
}

const allowed: { [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ['ultimateOrangeTheme'],
  direction: ['ltr'],
  mode: ['light', 'dark'],
  gradient: [true, false],
  decoration: [true, false],
  sidebarOpen: [true, false],
  sharingOpen: [true, false],
  layout: ['left-sidebar'],
  language: [...languages, null],
  remember: [true, false],
}

/** Whatever of a stored value can still be understood; the rest falls back to the default. */
export function readSettings(stored: unknown): Settings {
  if (typeof stored !== 'object' || stored === null) return defaultSettings
  const known = Object.entries(stored).filter(
    ([name, value]) =>
      Object.hasOwn(allowed, name) && (allowed[name as keyof Settings] as readonly unknown[]).includes(value),
  )
  return { ...defaultSettings, ...Object.fromEntries(known) }
}

const settings = deviceSetting('settings', defaultSettings, readSettings)

export const useSettings = settings.use
export const restoreSettings = settings.restore
export const changeSettings = settings.change
