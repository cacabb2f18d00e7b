import { Trans, useLingui } from '@lingui/react/macro'
import { Box, Group, SegmentedControl } from '@mantine/core'
import type { ReactNode } from 'react'
import { currencyOf } from '../../../core/product/currency.ts'
import { setSingle, useAccountSettings } from '../state/settings.ts'
import { changeSettings, type Settings, useDeviceSettings } from '../session/device-settings.ts'
import { setLanguage } from '../session/language.ts'
import { isLanguage, languageChoices, useLanguage } from '../../texts/i18n.ts'
import { CurrencySelect } from '../../ui/input/currency-select.tsx'
import { Rows } from './rows.tsx'

/** Language and currency, stored with the account; light or dark mode and what the app opens with, stored on this device. */
export function Preferences() {
  const { t } = useLingui()
  const language = useLanguage()
  const currency = useAccountSettings(({ settings }) => currencyOf(settings))
  const { mode, opensWith } = useDeviceSettings(({ settings }) => settings)
  const modes: { value: Settings['mode']; label: string }[] = [
    { value: 'light', label: t({ message: 'Light', context: 'mode' }) },
    { value: 'dark', label: t({ message: 'Dark', context: 'mode' }) },
    { value: 'auto', label: t`As the system` },
  ]
  const starts: { value: Settings['opensWith']; label: string }[] = [
    { value: 'lastList', label: t`Where I left off` },
    { value: 'lists', label: t`Always my lists` },
  ]
  return (
    <Rows title={<Trans>Language and appearance</Trans>}>
      <Box component="dl" pb="xs">
        <Choice label={<Trans>Language</Trans>}>
          <SegmentedControl
            size="sm"
            aria-label={t`Language`}
            value={language}
            data={languageChoices}
            onChange={(value) => {
              if (isLanguage(value)) void setLanguage(value)
            }}
          />
        </Choice>
        <Choice label={<Trans>Appearance</Trans>}>
          <SegmentedControl
            size="sm"
            aria-label={t`Appearance`}
            value={mode}
            data={modes}
            onChange={(value) => changeSettings('settings', { mode: value })}
          />
        </Choice>
        <Choice label={<Trans>Open at the start</Trans>}>
          <SegmentedControl
            size="sm"
            aria-label={t`Open at the start`}
            value={opensWith}
            data={starts}
            onChange={(value) => changeSettings('settings', { opensWith: value })}
          />
        </Choice>
        <Choice label={<Trans>Currency of new lists</Trans>}>
          <CurrencySelect
            label={t`Currency of new lists`}
            isNamed
            value={currency}
            onChange={(chosen) => setSingle({ currency: chosen })}
          />
        </Choice>
      </Box>
    </Rows>
  )
}

/** The choice is beside its name, or below it if there is no room: the same for all, as all names are as wide. */
function Choice({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="xs" px="var(--card-padding)" py="xs">
      <Box component="dt" flex="1 1 9.5rem">
        {label}
      </Box>
      <Box component="dd" flex="1 1 17rem" miw={0} maw="22.5rem">
        {children}
      </Box>
    </Group>
  )
}
