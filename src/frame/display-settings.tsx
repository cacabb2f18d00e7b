import { useLingui } from '@lingui/react/macro'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconMoon, IconSun, IconWorld } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { languages } from '../../core/product/entities.ts'
import { setLanguage } from '../state/session/language.ts'
import { type ShownMode, shownMode, watchMode } from '../state/session/mode.ts'
import { changeSettings } from '../state/session/settings.ts'
import { isLanguage, languageNames } from '../texts/i18n.ts'

/** Switches between light and dark with one press. */
export function ModeToggle() {
  const { t } = useLingui()
  const mode = useShownMode()
  const next = mode === 'light' ? 'dark' : 'light'
  const label = next === 'dark' ? t`Switch to dark mode` : t`Switch to light mode`
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => changeSettings({ mode: next })}>
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
      data={languages.map((value) => ({ value, label: languageNames[value] }))}
      onChange={({ currentTarget }) => {
        if (isLanguage(currentTarget.value)) void setLanguage(currentTarget.value)
      }}
    />
  )
}

export function useShownMode(): ShownMode {
  return useSyncExternalStore(watchMode, () => shownMode())
}
