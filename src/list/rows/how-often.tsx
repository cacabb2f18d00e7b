import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { learnedInterval } from '../../../core/text/due.ts'
import { productKey } from '../../../core/text/product-key.ts'
import { howOften, setHowOften, useAccountSettings } from '../../account/state/settings.ts'
import { useSuggestions } from '../../sync/suggestions.ts'
import fields from './fields.module.css'

/** How often this household buys a product: as learned from its lists, or as the user sets it here. */
export function HowOften({ productName, className }: { productName: string; className: string | undefined }) {
  const { t } = useLingui()
  const hint = useId()
  const key = productKey(productName)
  const set = useAccountSettings(({ settings }) => settings.products)
  const told = howOften(set, productName)
  const days = useSuggestions(({ product }) => product.get(key)?.days)
  const learned = learnedInterval(days ?? [])
  const choices = [
    { days: 7, name: t`Every week` },
    { days: 14, name: t`Every 2 weeks` },
    { days: 30, name: t`Every month` },
    { days: 0, name: t`Do not suggest` },
  ]
  const isOther = told !== undefined && choices.every((choice) => choice.days !== told)
  return (
    <div className={className}>
      <span className={fields.caption} aria-hidden="true">
        <Trans>How often</Trans>
      </span>
      <span className={fields.selectBox}>
        <select
          className={fields.select}
          aria-label={t`How often`}
          aria-describedby={hint}
          value={told ?? ''}
          onChange={({ target }) =>
            setHowOften(productName, target.value === '' ? null : Number(target.value))
          }
        >
          <option value="">{t`As learned`}</option>
          {choices.map((choice) => (
            <option key={choice.days} value={choice.days}>
              {choice.name}
            </option>
          ))}
          {isOther && <option value={told}>{t`Every ${told} days`}</option>}
        </select>
      </span>
      <small id={hint} className={fields.caption}>
        {learned === null ? (
          <Trans>The app learns it from the third time on</Trans>
        ) : (
          <Plural value={learned} one="Learned: about every day" other="Learned: about every # days" />
        )}
      </small>
    </div>
  )
}
