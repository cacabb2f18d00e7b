import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { currencies } from '../../../core/product/currency.ts'
import type { Language } from '../../../core/product/entities.ts'
import { capitalised } from '../../texts/format.ts'
import { useLanguage } from '../../texts/i18n.ts'

/** What people in Poland and around it pay with; all others follow by name. */
const often = ['PLN', 'EUR', 'CZK', 'GBP', 'USD', 'UAH', 'CHF', 'SEK', 'NOK', 'DKK', 'HUF']

function choicesIn(language: Language) {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  const choice = (value: string) => ({
    value,
    label: `${capitalised(names.of(value) ?? value, language)} (${value})`,
  })
  const others = currencies.filter((code) => !often.includes(code)).map(choice)
  return [...often.map(choice), ...others.toSorted((a, b) => a.label.localeCompare(b.label, language))]
}

interface CurrencySelectProps {
  label: string
  value: string
  onChange: (currency: string) => void
  /** the label is shown beside it already */
  isNamed?: boolean
}

/** Chooses a currency by its name or code. */
export function CurrencySelect({ label, value, onChange, isNamed = false }: CurrencySelectProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const choices = useMemo(() => choicesIn(language), [language])
  return (
    <Select
      label={isNamed ? undefined : label}
      aria-label={isNamed ? label : undefined}
      data={choices}
      value={value}
      // Five and a half of them, which shows that there are more; fewer in landscape.
      maxDropdownHeight="min(15.5rem, 40dvh)"
      searchable
      allowDeselect={false}
      nothingFoundMessage={t`No such currency`}
      onChange={(chosen) => chosen && chosen !== value && onChange(chosen)}
    />
  )
}
