import { useLingui } from '@lingui/react/macro'
import { useId, memo, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { MessageDescriptor } from '@lingui/core'
import type { FieldValue } from '../../../core/product/fields.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { productFields, type TypedField as FieldName, type TypedField } from '../../../core/product/table.ts'
import classes from './fields.module.css'
import { comboboxProps, isSuggested } from '../state/suggested-fields.ts'
import { stepped } from '../../../core/product/quantity.ts'
import { parseTyped, decimal, fieldText } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { type Unit, units } from '../../../core/product/entities.ts'
import { unitNames, useCurrency } from '../../texts/amounts.tsx'
import { fieldErrorText, problemText } from '../../texts/problem-text.ts'
import { tabStops } from './move-focus.ts'
import { editProduct } from '../state/products.ts'
import { tellForbidden, tellNotUnderstood } from '../state/use-kept-draft.ts'

interface TypedFieldProps {
  product: ProductView
  field: FieldName
  /** for users who do not see the column heading */
  label: string
  /** the unit of a price, if the label does not name it */
  suffix?: string
  /** in the table Tab stops only at some fields */
  inTable?: boolean
}

export function TypedField({ product, field, label, suffix, inTable }: TypedFieldProps) {
  return (
    <FieldInput
      field={useField(product, field)}
      name={field}
      label={label}
      suffix={suffix}
      tabIndex={inTable && !tabStops.has(field) ? -1 : undefined}
    />
  )
}

interface FieldInputProps {
  field: ReturnType<typeof useField>
  name: FieldName
  label: string
  suffix?: string | undefined
  tabIndex?: number | undefined
}

/** The input of a field, with its error message. */
function FieldInput({ field: { error, typing, input }, name, label, suffix, tabIndex }: FieldInputProps) {
  const { t } = useLingui()
  const id = useId()
  const number = productFields[name].kind === 'number'
  return (
    <>
      <input
        {...input}
        tabIndex={tabIndex}
        className={classes.input}
        data-field={name}
        data-number={number || undefined}
        data-typing={typing || undefined}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={[error && id, suffix && `${id}-suffix`].filter(Boolean).join(' ') || undefined}
        inputMode={number ? 'decimal' : undefined}
        enterKeyHint="done"
        autoComplete="off"
        size={1}
        {...(isSuggested(name) && comboboxProps)}
      />
      {suffix && (
        <small id={`${id}-suffix`} className={classes.suffix}>
          {suffix}
        </small>
      )}
      {error && (
        <span id={id} role="alert" className={classes.error}>
          {t(error)}
        </span>
      )}
    </>
  )
}

interface QuantityFieldProps {
  product: ProductView
  label: string
  /** in the table the buttons are for the mouse only: Tab skips them and moves from field to field */
  inTable?: boolean
}

/** The quantity with − and + buttons. They step from the value shown, whether it is saved or only typed. */
export function QuantityField({ product, label, inTable }: QuantityFieldProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const field = useField(product, 'quantity')
  const currency = useCurrency()
  const typed = parseTyped('quantity', field.value, language, currency)
  const quantity = typed.ok ? Number(typed.value) : product.quantity
  const name = product.productName
  const button = (direction: 1 | -1, text: string) => {
    const next = stepped(quantity, product.unit, direction)
    const Sign = direction === 1 ? IconPlus : IconMinus
    return (
      <button
        type="button"
        className={`${classes.square} ${classes.step} ${classes.onHover}`}
        aria-label={text}
        tabIndex={inTable ? -1 : undefined}
        disabled={next === null}
        onClick={() => next !== null && field.put(next)}
      >
        <Sign size={20} stroke={2} aria-hidden="true" />
      </button>
    )
  }
  return (
    <div className={`${classes.beside} ${classes.quantity}`} data-long={field.value.length > 3 || undefined}>
      {button(-1, t`Less: ${name}`)}
      <div>
        <FieldInput field={field} name="quantity" label={label} />
      </div>
      {button(1, t`More: ${name}`)}
    </div>
  )
}

interface UnitSelectProps {
  value: Unit
  label: string
  onChange: (unit: Unit) => void
  /** in the table Tab does not stop at it */
  inTable?: boolean
}

export const UnitSelect = memo(function UnitSelect({ value, label, onChange, inTable }: UnitSelectProps) {
  const { t } = useLingui()
  return (
    <span className={classes.selectBox}>
      <select
        className={classes.select}
        data-field="unit"
        tabIndex={inTable ? -1 : undefined}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.target.value as Unit)}
      >
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {t(unitNames[unit])}
          </option>
        ))}
      </select>
    </span>
  )
})

/**
 * One typed field of a product: blur and Enter commit, Escape undoes. Text that cannot be parsed or stored stays in
 * the field, with the error beside it.
 */
function useField(product: ProductView, field: TypedField) {
  const language = useLanguage()
  const [draft, setDraft] = useState<string | null>(null)
  const [error, setError] = useState<MessageDescriptor | null>(null)
  const saving = useRef<string | null>(null)
  /** Saves run one after the other, since each must be compared with the value that the previous one stored. */
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const gone = useRef(false)
  const currency = useCurrency()
  const saved = fieldText(product, field, language, currency)

  function undo() {
    setDraft(null)
    setError(null)
  }

  /** Saves the text. Returns false if it cannot be parsed and stays in the field. */
  function commit(): boolean {
    if (draft === null || draft === saving.current) return true
    if (draft === saved) {
      undo()
      return true
    }
    const typed = parseTyped(field, draft, language, currency)
    if (!typed.ok) refuse(typed.error, () => tellNotUnderstood(draft))
    else void save(typed.value, draft)
    return typed.ok
  }

  async function save(value: FieldValue, text: string) {
    setError(null)
    saving.current = text
    const edited = queue.current.then(() => editProduct(product.id, field, value))
    queue.current = edited.catch(() => undefined) // a failed save must not block the next one
    const done = await edited
    if (saving.current === text) saving.current = null
    if (done.ok) setDraft((now) => (now === text ? null : now))
    else if (done.error === 'forbidden') refuse(problemText('forbidden'), () => tellForbidden(text))
    else if (done.error !== 'storage') refuse(fieldErrorText(done.error), () => tellNotUnderstood(text))
  }

  /** Shows the error beside the field, or as a notice once the field is unmounted. */
  function refuse(why: MessageDescriptor, tell: () => void) {
    if (gone.current) tell()
    else setError(why)
  }

  // The phone's back gesture and its lock fire no blur: commit on unmount and when the page is hidden too.
  const latest = useRef(commit)
  useLayoutEffect(() => {
    latest.current = commit
  })
  useLayoutEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      latest.current()
    }
  }, [])
  const typing = draft !== null
  useEffect(() => {
    if (!typing) return
    const hidden = () => {
      if (document.visibilityState === 'hidden') latest.current()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => document.removeEventListener('visibilitychange', hidden)
  }, [typing])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && (typing || error)) {
      event.stopPropagation()
      undo()
    }
    // With an input method (IME) open, Enter only chooses a word.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && !commit()) {
      event.preventDefault()
      event.stopPropagation()
    }
  }

  /** Shows a value that was not typed at once, and saves it. */
  function put(value: number) {
    const text = decimal(String(value), language)
    setDraft(text)
    void save(value, text)
  }

  return {
    value: draft ?? saved,
    put,
    error,
    typing,
    input: {
      value: draft ?? saved,
      onChange: (event: { target: { value: string } }) => {
        setDraft(event.target.value)
        setError(null)
      },
      onBlur: () => void commit(),
      onKeyDown,
    },
  }
}
