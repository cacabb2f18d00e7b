import { create } from 'zustand'
import {
  changeSettings,
  keepSettings,
  restoreSettings,
  useDeviceSettings,
} from '../account/session/device-settings.ts'

/** Chromium's `beforeinstallprompt` event; not yet in TypeScript's DOM types. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

interface Install {
  /** prompt: the browser can ask; ios: the user must do it by hand; null: already installed, or impossible */
  way: 'prompt' | 'ios' | null
  /** whether to show a card: the user has come back and has not said 'not now' */
  offered: boolean
  /** the steps for iOS are being shown */
  explaining: boolean
}

export const useInstall = create<Install>(() => ({ way: null, offered: false, explaining: false }))

let prompt: InstallPrompt | null = null

function isInstalled(): boolean {
  const { standalone } = navigator as Navigator & { standalone?: boolean }
  return standalone === true || matchMedia('(display-mode: standalone)').matches
}

function isIos(): boolean {
  // An iPad says that it is a Mac; no Mac has a touch screen.
  const { userAgent, maxTouchPoints } = navigator
  return /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
}

/** Call it before anything is awaited: the browser fires `beforeinstallprompt` only once. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
    useInstall.setState({ way: 'prompt' })
  })
  addEventListener('appinstalled', () => {
    prompt = null
    useInstall.setState({ way: null, offered: false })
  })
  if (isInstalled()) return
  if (isIos()) useInstall.setState({ way: 'ios' })
  void countVisit().catch(() => undefined) // without storage no card is shown
}

async function countVisit(): Promise<void> {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  await restoreSettings('install')
  const { visits: before, refused } = useDeviceSettings.getState().install
  const visits = page?.type === 'reload' ? before : before + 1
  useInstall.setState({ offered: visits > 1 && !refused })
  await keepSettings('install', { visits })
}

/** Shows the browser's install prompt, or the steps for iOS. */
export async function install(): Promise<void> {
  if (!prompt) return explainInstall(true)
  const asked = prompt
  prompt = null // a prompt can be used only once
  // The browser may refuse to show it by now; it will fire the event again.
  const answer = await asked.prompt().catch(() => null)
  if (answer?.outcome === 'dismissed') refuseInstall()
  useInstall.setState({ way: null, offered: false })
}

export function explainInstall(explaining: boolean): void {
  useInstall.setState({ explaining })
}

/** 'Not now' hides the card for good; the menu still offers the installation. */
export function refuseInstall(): void {
  useInstall.setState({ offered: false })
  changeSettings('install', { refused: true })
}
