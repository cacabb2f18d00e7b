import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { TypedField } from '../../../core/product/table.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { DuplicateQuestion } from './duplicate-question.tsx'
import { withUnderstood } from './draft.ts'
import { DraftField } from './draft-fields.tsx'
import { decimal, fieldNames, newFieldNames } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { columnFields, lastColumn } from '../rows/columns.ts'
import { UnitSelect } from '../rows/fields.tsx'
import { onPaste, useAdding } from './use-new-product.ts'
import { Usuals } from './usuals.tsx'
import classes from '../rows/wide-table.module.css'
import { UnderstoodLine } from '../lazy.tsx'

/** The last row: adds the typed product, and is then ready for the next one. */
export function AddRow({ index }: { index: number }) {
  const { t } = useLingui()
  const name = useRef<HTMLInputElement>(null)
  const product = useAdding(name)
  const { draft, category, errors, canAdd, change, add, goBack } = product
  const language = useLanguage()
  const shown = {
    ...withUnderstood(draft, (value) => decimal(String(value), language)),
    productName: draft.productName,
  }
  const placeholders: { [F in TypedField]?: string | undefined } = {
    productName: t`Add a product`,
    quantity: undefined,
    category: category || t(fieldNames.category),
  }

  const changeUnit = useCallback((unit: string) => change('unit', unit), [change])
  const latest = useRef(add)
  useLayoutEffect(() => {
    latest.current = add
  })
  const onAdd = useCallback(() => void latest.current(), [])

  // Whoever opens an empty list most likely wants to add products.
  useEffect(() => {
    if (useOpenList.getState().order.length === 0) name.current?.focus({ preventScroll: true })
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void add()
    }
    if (event.key === 'Escape') goBack()
  }

  return (
    <div
      role="row"
      aria-rowindex={index}
      className={classes.addRow}
      data-row=""
      data-adding=""
      data-docked=""
      onKeyDown={onKeyDown}
    >
      <div role="cell" className={classes.above}>
        <DuplicateQuestion field={name} />
        <UnderstoodLine product={product} />
        <Usuals field={name} />
      </div>
      <div role="cell" className={classes.addSign}>
        <IconPlus size={20} stroke={1.75} aria-hidden="true" />
      </div>
      {columnFields.map((field) => (
        <div key={field} role="cell" className={field === lastColumn ? classes.lastField : undefined}>
          {field === 'unit' ? (
            <UnitSelect value={shown.unit} label={t(newFieldNames.unit)} onChange={changeUnit} />
          ) : (
            <DraftField
              field={field}
              label={t(newFieldNames[field])}
              value={shown[field]}
              error={errors[field]}
              onChange={change}
              placeholder={field in placeholders ? placeholders[field] : t(fieldNames[field])}
              {...(field === 'productName' && { ref: name, onPaste })}
            />
          )}
        </div>
      ))}
      <div role="cell">
        <AddButton disabled={!canAdd} onAdd={onAdd} />
      </div>
    </div>
  )
}

/** Memoized, so that it does not render at every key press. */
const AddButton = memo(function AddButton({ disabled, onAdd }: { disabled: boolean; onAdd: () => void }) {
  const { t } = useLingui()
  return (
    <ActionIcon variant="filled" aria-label={t`Add the product`} disabled={disabled} onClick={onAdd}>
      <IconPlus size={22} stroke={2} />
    </ActionIcon>
  )
})
