import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { parseField } from '../../core/product/fields.ts'
import { parseDecimal } from '../../core/product/money.ts'
import type { ProductView } from '../../core/sync/mutation.ts'
import type { Parsed } from '../../core/text/normalise.ts'
import { fieldErrorText } from '../texts/problem-text.ts'
import { knownNames } from '../state/barcodes.ts'
import type { CodedProduct } from '../state/stored-barcode.ts'
import { useOpenList } from '../state/lists/open-list.ts'
import { texts } from '../texts/texts.ts'
import { knownOf } from './decide.ts'
import classes from './name-form.module.css'

interface NameFormProps {
  code: string
  /** the server was asked too, and knows no name for it in this household */
  asked: boolean
  shopping: boolean
  onName: (known: CodedProduct, quantity?: number) => Promise<boolean>
  onCancel: () => void
}

/** Asks once which product an unknown code is: one on the list, or a new name. */
export function NameForm({ code, asked, shopping, onName, onCancel }: NameFormProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [quantity, setQuantity] = useState('1')
  const [errors, setErrors] = useState<{ name?: MessageDescriptor; quantity?: MessageDescriptor }>({})
  const [names, setNames] = useState<readonly string[]>([])
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    knownNames().then(setNames, () => undefined) // typing works without suggestions
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = parseField('productName', name)
    const amount: Parsed<unknown> = shopping
      ? { ok: true, value: undefined }
      : parseField('quantity', parseDecimal(quantity) ?? Number.NaN)
    const wrong = {
      ...(!wanted.ok && {
        name: wanted.error === 'required' ? texts.emptyField : fieldErrorText(wanted.error),
      }),
      ...(!amount.ok && { quantity: fieldErrorText(amount.error) }),
    }
    setErrors(wrong)
    if (!wanted.ok) field.current?.focus()
    if (!wanted.ok || !amount.ok) return
    const known: CodedProduct = { productName: String(wanted.value), unit: 'pcs', category: '' }
    await onName(known, amount.value === undefined ? undefined : Number(amount.value))
  }

  return (
    <form className={classes.naming} onSubmit={(event) => void submit(event)} noValidate>
      <h2>
        <Trans>What is this?</Trans>
      </h2>
      <p className={classes.lead}>
        {asked ? (
          <Trans>{code} has no name yet. Name it once and it will be recognised from then on.</Trans>
        ) : (
          <Trans>
            This device does not know {code}. Name it once and it will be recognised from then on.
          </Trans>
        )}
      </p>
      <OnTheList onChosen={(product) => void onName(knownOf(product))} />
      <div className={classes.line}>
        <TextInput
          ref={field}
          className={classes.name}
          label={t`Name`}
          list="scan-names"
          autoComplete="off"
          enterKeyHint="done"
          value={name}
          error={errors.name && t(errors.name)}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {!shopping && (
          <TextInput
            className={classes.quantity}
            label={t`Quantity`}
            inputMode="decimal"
            autoComplete="off"
            value={quantity}
            error={errors.quantity && t(errors.quantity)}
            onChange={({ currentTarget }) => setQuantity(currentTarget.value)}
          />
        )}
      </div>
      <datalist id="scan-names">
        {names.map((known) => (
          <option key={known} value={known}>
            {known}
          </option>
        ))}
      </datalist>
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          <Trans>Not now</Trans>
        </Button>
        <Button type="submit">{shopping ? <Trans>Remember</Trans> : <Trans>Remember and add</Trans>}</Button>
      </div>
    </form>
  )
}

/** Offers the products on the list, since the code is often of one that somebody typed at home. */
function OnTheList({ onChosen }: { onChosen: (product: ProductView) => void }) {
  const order = useOpenList((state) => state.order)
  const products = useOpenList((state) => state.products)
  const open = order.map((id) => products.get(id)).filter((product) => product && !product.productStatus)
  if (open.length === 0) return null
  return (
    <div className={classes.chips} role="group" aria-labelledby="scan-one-of">
      <p id="scan-one-of">
        <Trans>Is it one of these?</Trans>
      </p>
      <div className={classes.chipRoom}>
        {open.map(
          (product) =>
            product && (
              <button
                key={product.id}
                type="button"
                className={classes.chip}
                onClick={() => onChosen(product)}
              >
                {product.productName}
              </button>
            ),
        )}
      </div>
    </div>
  )
}
