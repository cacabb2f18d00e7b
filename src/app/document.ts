import { activateLanguage, browserLanguage } from '../texts/i18n.ts'
import { notify } from '../state/notices.ts'
import { shownMode, watchMode } from '../state/session/mode.ts'
import { useSettings } from '../state/session/settings.ts'
import { texts } from '../texts/texts.ts'

const pageColor = { light: '#FFFBF7', dark: '#171412' } as const

function showMode(): void {
  // A script in index.html reads it before the first paint; the setting itself lives in IndexedDB.
  document.cookie = `mode=${useSettings.getState().mode}; path=/; max-age=31536000; samesite=lax`
  // `color-scheme` alone is not enough: pictures and Mantine's styles read this attribute.
  document.documentElement.dataset['mantineColorScheme'] = shownMode()
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    meta.removeAttribute('media')
    meta.setAttribute('content', pageColor[shownMode()])
  }
}

/**
 * Keeps the document in step with the settings: its language, and light or dark mode, also for the next first paint.
 */
export async function followSettings(): Promise<void> {
  const settings = useSettings.getState()
  showMode()
  watchMode(showMode)
  useSettings.subscribe((now, before) => {
    if (now.language !== before.language)
      activateLanguage(now.language ?? browserLanguage()).catch(() =>
        notify('warning', texts.languageNotLoaded),
      )
  })
  await activateLanguage(settings.language ?? browserLanguage())
}
