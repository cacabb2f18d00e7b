import { useLingui } from '@lingui/react/macro'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconMoon, IconSun, IconWorld, IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { type ShownMode, shownMode, watchMode, changeSettings } from '../account/session/device-settings.ts'
import { notify } from '../ui/notices.ts'
import { setLanguage } from '../account/session/language.ts'
import { accountTexts } from '../texts/account-texts.ts'
import { isLanguage, languageChoices } from '../texts/i18n.ts'

/** Switches between light and dark with one press. */
export function ModeToggle() {
  const { t } = useLingui()
  const mode = useShownMode()
  const next = mode === 'light' ? 'dark' : 'light'
  const label = next === 'dark' ? t`Switch to dark mode` : t`Switch to light mode`
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => changeSettings('settings', { mode: next })}>
      {mode === 'light' ? <IconMoon size={22} stroke={1.75} /> : <IconSun size={22} stroke={1.75} />}
    </ActionIcon>
  )
}

export function LanguageSelect({ width }: { width?: string }) {
  const { t, i18n } = useLingui()
  return (
    <NativeSelect
      size="sm"
      flex={width ? undefined : 1}
      w={width}
      styles={{ input: { minHeight: 44 } }}
      aria-label={t`Language`}
      leftSection={<IconWorld size={20} stroke={1.75} aria-hidden="true" />}
      value={i18n.locale}
      data={languageChoices}
      onChange={({ currentTarget }) => {
        if (isLanguage(currentTarget.value)) void setLanguage(currentTarget.value)
      }}
    />
  )
}

export function useShownMode(): ShownMode {
  return useSyncExternalStore(watchMode, () => shownMode())
}

function followFullscreen(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed)
  return () => document.removeEventListener('fullscreenchange', changed)
}

async function toggleFullscreen(): Promise<void> {
  await (document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen())
}

/** Renders nothing if the browser has no full screen, as on an iPhone. */
export function FullscreenToggle() {
  const { t } = useLingui()
  const fullscreen = useSyncExternalStore(followFullscreen, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  const label = fullscreen ? t`Leave full screen` : t`Full screen`
  return (
    <ActionIcon
      aria-label={label}
      title={label}
      aria-pressed={fullscreen}
      onClick={() => void toggleFullscreen().catch(() => notify('warning', accountTexts.noFullscreen))}
    >
      {fullscreen ? <IconMinimize size={22} stroke={1.75} /> : <IconMaximize size={22} stroke={1.75} />}
    </ActionIcon>
  )
}
