import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from '@mantine/core'
import { IconWorld } from '@tabler/icons-react'
import { languages } from '../../../core/product/entities.ts'
import { isLanguage, languageNames } from '../../texts/i18n.ts'
import { setLanguage } from '../../state/session/language.ts'

export function LanguageSelect() {
  const { t, i18n } = useLingui()
  return (
    <NativeSelect
      size="sm"
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
