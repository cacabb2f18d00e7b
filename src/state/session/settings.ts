import { type Language, languages } from '../../../core/product/entities.ts'
import { deviceSetting } from '../device-setting.ts'

/** How the app looks on this device. `language` null: none was chosen, so the browser's language is used. */
export interface Settings {
  theme: 'ultimateOrangeTheme'
  direction: 'ltr'
  /** auto: the system's preference */
  mode: 'auto' | 'light' | 'dark'
  gradient: boolean
  decoration: boolean
  /** null: never chosen; open if there is room for it */
  sidebarOpen: boolean | null
  /** the share panel is open on a list's page on wide screens */
  sharingOpen: boolean
  layout: 'left-sidebar'
  language: Language | null
  /** the last state of 'Remember me' */
  remember: boolean
}

export const defaultSettings: Settings = {
  theme: 'ultimateOrangeTheme',
  direction: 'ltr',
  mode: 'auto',
  gradient: true,
  decoration: true,
  sidebarOpen: null,
  sharingOpen: false,
  layout: 'left-sidebar',
  language: null,
  remember: true,
}

const allowed: { [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ['ultimateOrangeTheme'],
  direction: ['ltr'],
  mode: ['auto', 'light', 'dark'],
  gradient: [true, false],
  decoration: [true, false],
  sidebarOpen: [true, false, null],
  sharingOpen: [true, false],
  layout: ['left-sidebar'],
  language: [...languages, null],
  remember: [true, false],
}

/** Takes the valid parts of a stored value; defaults replace the rest. */
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
