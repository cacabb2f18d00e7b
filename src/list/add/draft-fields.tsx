import { Trans, useLingui } from '@lingui/react/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Button } from '@mantine/core'
import { IconToolsKitchen2 } from '@tabler/icons-react'
import { type ClipboardEventHandler, memo, type Ref, useId } from 'react'
import fieldClasses from '../rows/fields.module.css'
import { productFields, type TypedField, formFields } from '../../../core/product/table.ts'
import { comboboxProps, isSuggested } from '../state/suggested-fields.ts'
import { openPasted } from '../state/ui.ts'
import { decimal, fieldNames } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { UnitSelect } from '../rows/fields.tsx'
import classes from './add.module.css'
import { withUnderstood } from './draft.ts'
import type { NewProduct } from './use-new-product.ts'

interface DraftFieldProps {
  field: TypedField
  label: string
  value: string
  error: MessageDescriptor | undefined
  onChange: (field: TypedField, text: string) => void
  onPaste?: ClipboardEventHandler<HTMLInputElement>
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** One field of a product that is not added yet. */
export const DraftField = memo(function DraftField({
  field,
  label,
  value,
  error,
  onChange,
  onPaste,
  placeholder,
  ref,
}: DraftFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const number = productFields[field].kind === 'number'
  return (
    <>
      <input
        ref={ref}
        className={fieldClasses.input}
        data-field={field}
        data-quick={field === 'productName' || undefined}
        data-number={number || undefined}
        data-typing={value !== '' || undefined}
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        inputMode={number ? 'decimal' : undefined}
        enterKeyHint="send"
        autoComplete="off"
        size={1}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(field, event.target.value)}
        onPaste={onPaste}
        {...(isSuggested(field) && comboboxProps)}
      />
      {error && (
        <span id={id} role="alert" className={fieldClasses.error}>
          {t(error)}
        </span>
      )}
    </>
  )
})

/** The fields of a new product other than its name. */
export function MoreFields({ product }: { product: NewProduct }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { draft, category, errors, change } = product
  const shown = withUnderstood(draft, (value) => decimal(String(value), language))
  return (
    <div className={classes.more}>
      {formFields.map((field) =>
        field === 'productName' ? null : (
          <label key={field}>
            <span className={fieldClasses.caption}>{t(fieldNames[field])}</span>
            {field === 'unit' ? (
              <UnitSelect
                value={shown.unit}
                label={t(fieldNames.unit)}
                onChange={(unit) => change('unit', unit)}
              />
            ) : (
              <DraftField
                field={field}
                label={t(fieldNames[field])}
                value={shown[field]}
                error={errors[field]}
                onChange={change}
                placeholder={field === 'category' ? category : undefined}
              />
            )}
          </label>
        ),
      )}
      <Button
        variant="subtle"
        style={{ gridColumn: '1 / -1' }}
        leftSection={<IconToolsKitchen2 size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => openPasted('', 'recipe')}
      >
        <Trans>From a recipe</Trans>
      </Button>
    </div>
  )
}
