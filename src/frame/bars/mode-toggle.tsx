import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { changeSettings, useSettings } from '../../state/session/settings.ts'

export function ModeToggle() {
  const { t } = useLingui()
  const mode = useSettings((settings) => settings.mode)
  const next = mode === 'light' ? 'dark' : 'light'
  const label = next === 'dark' ? t`Switch to dark mode` : t`Switch to light mode`
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => changeSettings({ mode: next })}>
      {mode === 'light' ? <IconMoon size={22} stroke={1.75} /> : <IconSun size={22} stroke={1.75} />}
    </ActionIcon>
  )
}
