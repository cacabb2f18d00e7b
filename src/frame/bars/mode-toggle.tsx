import { useLingui } from '@lingui/react/macro'
import { ActionIcon, NativeSelect } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useShownMode } from '../../app/use-shown-mode.ts'
import { changeSettings, type Settings, useSettings } from '../../state/session/settings.ts'

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

/** The full choice: light, dark, or as the system. */
export function ModeSelect() {
  const { t } = useLingui()
  const chosen = useSettings((settings) => settings.mode)
  const shown = useShownMode()
  const Sign = shown === 'dark' ? IconMoon : IconSun
  const names: Record<Settings['mode'], string> = {
    auto: t`As the system`,
    light: t({ message: 'Light', context: 'mode' }),
    dark: t({ message: 'Dark', context: 'mode' }),
  }
  return (
    <NativeSelect
      size="sm"
      aria-label={t`Appearance`}
      leftSection={<Sign size={20} stroke={1.75} aria-hidden="true" />}
      value={chosen}
      data={Object.entries(names).map(([value, label]) => ({ value, label }))}
      onChange={({ currentTarget }) => changeSettings({ mode: currentTarget.value as Settings['mode'] })}
    />
  )
}
