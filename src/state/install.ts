import { create } from 'zustand'
import { getValue, putValue } from '../../device/app-db.ts'
import { texts } from '../texts/texts.ts'
import { notify } from './notices.ts'

/** What Chromium hands over when the app may be installed; not yet in the platform's types. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

interface Install {
  /** prompt: the browser asks; ios: the person does it by hand; null: installed already, or impossible */
  way: 'prompt' | 'ios' | null
  /** worth a card on the page: somebody who comes back, and has not said 'not now' */
  offered: boolean
  /** the words for iOS are being shown */
  explaining: boolean
}

export const useInstall = create<Install>(() => ({ way: null, offered: false, explaining: false }))

const key = 'install'
let stored = { visits: 0, refused: false }
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

/** Before anything is awaited: the browser gives its prompt once. */
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
  void countVisit().catch(() => undefined) // without storage nobody is asked
}

async function countVisit(): Promise<void> {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const found = (await getValue(key)) as Partial<typeof stored> | undefined
  const before = typeof found?.visits === 'number' ? found.visits : 0
  const visits = page?.type === 'reload' ? before : before + 1
  stored = { visits, refused: found?.refused === true }
  useInstall.setState({ offered: visits > 1 && !stored.refused })
  await putValue(key, stored)
}

/** The browser's own question, or the words for iOS. */
export async function install(): Promise<void> {
  if (!prompt) return explainInstall(true)
  const asked = prompt
  prompt = null // it answers once
  // The browser may have changed its mind meanwhile; it will offer again.
  const answer = await asked.prompt().catch(() => null)
  if (answer?.outcome === 'dismissed') refuseInstall()
  useInstall.setState({ way: null, offered: false })
}

export function explainInstall(explaining: boolean): void {
  useInstall.setState({ explaining })
}

/** 'Not now' holds from then on; the menu keeps the way open. */
export function refuseInstall(): void {
  useInstall.setState({ offered: false })
  stored = { ...stored, refused: true }
  putValue(key, stored).catch(() => notify('warning', texts.storageFailed))
}
