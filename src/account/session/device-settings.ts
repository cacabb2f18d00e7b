import { create } from 'zustand'
import { type Language, languages } from '../../../core/product/entities.ts'
import { getValue, putValue } from '../../../device/storage/app-db.ts'
import { texts } from '../../texts/texts.ts'
import { notify } from '../../ui/notices.ts'

/** How the app looks and opens on this device. `language` null: none was chosen, so the browser's language is used. */
export interface Settings {
  theme: 'ultimateOrangeTheme'
  direction: 'ltr'
  /** auto: the system's preference */
  mode: 'auto' | 'light' | 'dark'
  /** null: never chosen; open if there is room for it */
  sidebarOpen: boolean | null
  /** the share panel is open on a list's page on wide screens */
  sharingOpen: boolean
  layout: 'left-sidebar'
  language: Language | null
  /** the last state of 'Remember me' */
  remember: boolean
  /** somebody logged out here, so the visitor probably knows the app */
  wasSignedIn: boolean
  /** what the app shows when it is opened: the list that was used last, if that was recently, or the lists */
  opensWith: 'lastList' | 'lists'
}

export const defaultSettings: Settings = {
  theme: 'ultimateOrangeTheme',
  direction: 'ltr',
  mode: 'auto',
  sidebarOpen: null,
  sharingOpen: false,
  layout: 'left-sidebar',
  language: null,
  remember: true,
  wasSignedIn: false,
  opensWith: 'lastList',
}

const allowed: { [K in keyof Settings]: readonly Settings[K][] } = {
  theme: ['ultimateOrangeTheme'],
  direction: ['ltr'],
  mode: ['auto', 'light', 'dark'],
  sidebarOpen: [true, false, null],
  sharingOpen: [true, false],
  layout: ['left-sidebar'],
  language: [...languages, null],
  remember: [true, false],
  wasSignedIn: [true, false],
  opensWith: ['lastList', 'lists'],
}

/** Takes the valid parts of a stored value; defaults replace the rest. Names of older versions are left out. */
export function readSettings(stored: unknown): Settings {
  if (typeof stored !== 'object' || stored === null) return defaultSettings
  const settings = Object.entries(stored).filter(
    ([name, value]) =>
      Object.hasOwn(allowed, name) && (allowed[name as keyof Settings] as readonly unknown[]).includes(value),
  )
  return { ...defaultSettings, ...Object.fromEntries(settings) }
}

/** Scanner settings of this device. `cameraId` null: the rear camera. */
interface ScannerSettings {
  cameraId: string | null
  sound: boolean
  vibration: boolean
}

/**
 * What is set on this device, whoever is signed in. Each name is also the key in the device's storage. The function
 * parses the stored value, which an older version may have written, and uses defaults for what is missing.
 */
const read = {
  settings: readSettings,
  /** Single-key shortcuts. Users who press keys by accident, or dictate, can switch them off. */
  singleKeys: (stored: unknown) => ({
    // An older version stored a plain boolean.
    on: stored !== false && (stored as { on?: unknown } | null | undefined)?.on !== false,
  }),
  scanner(stored: unknown): ScannerSettings {
    const { cameraId, sound, vibration } = partsOf<ScannerSettings>(stored)
    return {
      cameraId: typeof cameraId === 'string' ? cameraId : null,
      sound: sound !== false,
      vibration: vibration !== false,
    }
  },
  /** The user who closed the banner. It stays closed across restarts, until the next log-in. */
  inactiveBannerClosed(stored: unknown): { closedBy: string | null } {
    // An older version stored only the id.
    const closedBy = typeof stored === 'string' ? stored : partsOf<{ closedBy: string }>(stored).closedBy
    return { closedBy: typeof closedBy === 'string' ? closedBy : null }
  },
  /** When to offer the installation, see install.ts. */
  install(stored: unknown): { visits: number; refused: boolean } {
    const { visits, refused } = partsOf<{ visits: number; refused: boolean }>(stored)
    return { visits: typeof visits === 'number' ? visits : 0, refused: refused === true }
  },
}

function partsOf<T>(stored: unknown): Partial<Record<keyof T, unknown>> {
  return stored ?? {}
}

type Part = keyof typeof read
type DeviceSettings = { [P in Part]: ReturnType<(typeof read)[P]> }

export const useDeviceSettings = create<DeviceSettings>(() => ({
  settings: read.settings(undefined),
  singleKeys: read.singleKeys(undefined),
  scanner: read.scanner(undefined),
  inactiveBannerClosed: read.inactiveBannerClosed(undefined),
  install: read.install(undefined),
}))

/** Reads one part from the storage. Until then, and without storage, its defaults apply. */
export async function restoreSettings(part: Part): Promise<void> {
  const stored = await getValue(part)
  useDeviceSettings.setState({ [part]: read[part](stored) })
}

/** Applies at once. Rejects if the storage refuses; the change then lasts until the page closes. */
export async function keepSettings<P extends Part>(
  part: P,
  change: Partial<DeviceSettings[P]>,
): Promise<void> {
  const changed = { ...useDeviceSettings.getState()[part], ...change }
  useDeviceSettings.setState({ [part]: changed })
  await putValue(part, changed)
}

/** Like `keepSettings`, and tells the user if it cannot be stored. */
export function changeSettings<P extends Part>(part: P, change: Partial<DeviceSettings[P]>): void {
  keepSettings(part, change).catch(() => notify('warning', texts.storageFailed))
}

export type ShownMode = 'light' | 'dark'

const system = () => matchMedia('(prefers-color-scheme: dark)')

/** Returns light or dark: the user's choice, or with 'auto' the system's. */
export function shownMode(chosen: Settings['mode'] = useDeviceSettings.getState().settings.mode): ShownMode {
  if (chosen !== 'auto') return chosen
  return system().matches ? 'dark' : 'light'
}

/** Calls `changed` when the choice or the system's preference changes. Returns the stop function. */
export function watchMode(changed: () => void): () => void {
  const query = system()
  query.addEventListener('change', changed)
  const stop = useDeviceSettings.subscribe(({ settings: now }, { settings: before }) => {
    if (now.mode !== before.mode) changed()
  })
  return () => {
    query.removeEventListener('change', changed)
    stop()
  }
}
