import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { limits } from '../../../core/product/entities.ts'
import { onlyShop, shopChoices } from '../../../core/product/trip.ts'
import { parseText } from '../../../core/text/normalise.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { rememberShop, useSuggestions } from '../../sync/suggestions.ts'
import add from '../add/add.module.css'
import fields from '../rows/fields.module.css'
import { chooseShop } from '../state/view.ts'
import { comboboxProps } from '../state/suggested-fields.ts'
import classes from './shop.module.css'

export interface WhereQuestionProps {
  opened: true
  listId: string
  products: readonly ProductView[]
}

/**
 * Asks once, when a trip begins, where it leads, in chips. Nothing has to be answered; a list that names one
 * shop is bought there.
 */
export function WhereQuestion({ listId, products }: WhereQuestionProps) {
  const { t } = useLingui()
  const recent = useSuggestions(({ shops }) => shops).map(({ name }) => name)
  const [typing, setTyping] = useState(false)
  const questionId = useId()
  const only = onlyShop(products)
  useEffect(() => {
    if (only !== '') void chooseShop(listId, only)
  }, [listId, only])
  const choices = shopChoices(products, recent)
  function choose(shop: string) {
    if (shop !== '') rememberShop(shop)
    void chooseShop(listId, shop)
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = parseText(new FormData(event.currentTarget).get('shop'), 1, limits.label)
    if (typed.ok) choose(typed.value)
  }
  const chip = (text: string, onClick?: () => void, label = text) => (
    <button
      key={text}
      type={onClick ? 'button' : 'submit'}
      className={`${fields.plain} ${add.usual}`}
      aria-label={label}
      onClick={onClick}
    >
      <span>{text}</span>
    </button>
  )
  if (typing)
    return (
      <form className={`${add.usuals} ${fields.boxed} ${classes.where}`} onSubmit={submit}>
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the press asked for it
          autoFocus
          name="shop"
          className={fields.input}
          data-field="shop"
          aria-label={t`Shop`}
          placeholder={t`Which shop?`}
          maxLength={limits.label}
          enterKeyHint="done"
          autoComplete="off"
          {...comboboxProps}
        />
        {chip(t`OK`)}
      </form>
    )
  return (
    <div role="group" aria-labelledby={questionId} className={`${add.usuals} ${classes.where}`}>
      <p id={questionId}>
        <Trans>Where are you shopping?</Trans>
      </p>
      {choices.map((shop) => chip(shop, () => choose(shop)))}
      {choices.length > 0
        ? chip(t`Another…`, () => setTyping(true), t`Another shop`)
        : chip(t`Which shop?`, () => setTyping(true))}
      {chip(t`No matter`, () => choose(''))}
    </div>
  )
}
