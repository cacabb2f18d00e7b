import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { formFields } from '../../../core/product/table.ts'
import classes from './dock.module.css'
import { withUnderstood } from './draft.ts'
import { DraftField } from './draft-field.tsx'
import { AddedTwice } from '../duplicates/duplicate-choice.tsx'
import fieldClasses from '../rows/field.module.css'
import { decimal, fieldNames, newFieldNames } from '../../texts/field-text.ts'
import { UnderstoodLine } from './understood-chips.tsx'
import { UnitSelect } from '../rows/unit-select.tsx'
import { onPaste, useAdding } from './use-adding.ts'
import { useKeyboardInset } from '../../ui/input/keyboard.ts'
import { useLanguage } from '../../texts/use-language.ts'

/** The add field of a phone, docked above the bottom bar, or above the keyboard while that is open. */
export function AddDock() {
  const { t } = useLingui()
  const name = useRef<HTMLInputElement>(null)
  const [more, setMore] = useState(false)
  const keyboard = useKeyboardInset()
  const product = useAdding(name)
  const { draft, category, errors, canAdd, change, add, goBack } = product
  const language = useLanguage()
  const shown = withUnderstood(draft, (value) => decimal(String(value), language))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape for all fields inside
    <form
      className={`${classes.dock} ${fieldClasses.boxed}`}
      data-keyboard={keyboard > 0 || undefined}
      aria-label={t`Add a product`}
      data-adding=""
      data-docked=""
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) goBack()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <AddedTwice />
      <UnderstoodLine product={product} />
      {more && (
        <div className={classes.more}>
          {formFields.map((field) =>
            field === 'productName' ? null : (
              <label key={field}>
                <span>{t(fieldNames[field])}</span>
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
                    placeholder={field === 'price' ? '1' : field === 'category' ? category : undefined}
                  />
                )}
              </label>
            ),
          )}
        </div>
      )}
      <div className={classes.line}>
        <ActionIcon
          size={48}
          aria-label={t`Quantity, price and category`}
          aria-expanded={more}
          data-on={more || undefined}
          className={classes.toggle}
          onClick={() => setMore(!more)}
        >
          <IconAdjustmentsHorizontal size={22} stroke={1.75} />
        </ActionIcon>
        <div className={classes.name}>
          <DraftField
            ref={name}
            field="productName"
            label={t(newFieldNames.productName)}
            value={draft.productName}
            error={errors.productName}
            onChange={change}
            placeholder={t`Add a product`}
            onPaste={onPaste}
          />
        </div>
        <ActionIcon
          type="submit"
          size={48}
          variant="filled"
          color="orange"
          aria-label={t`Add the product`}
          disabled={!canAdd}
          // Keeps the focus in the field, so that the keyboard stays open for the next product.
          onMouseDown={(event) => event.preventDefault()}
        >
          <IconPlus size={24} stroke={2} />
        </ActionIcon>
      </div>
    </form>
  )
}
