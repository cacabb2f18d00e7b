import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useOpenList } from '../state/open-list.ts'
import { announce } from './announcer.tsx'
import { DraftField } from './draft-field.tsx'
import { suggestions } from './suggestions.tsx'
import { UnitSelect } from './unit-select.tsx'
import { useNewProduct } from './use-new-product.ts'
import classes from './wide-table.module.css'

/** The last row: what is typed here becomes a product, and the next one can be typed at once. */
export function AddRow({ index }: { index: number }) {
  const { t } = useLingui()
  const name = useRef<HTMLInputElement>(null)
  const { draft, errors, canAdd, change, add, clear } = useNewProduct((added) => {
    announce(msg`Added: ${added}`)
    name.current?.focus()
  })

  // A list that has nothing on it was opened to be written.
  useEffect(() => {
    if (useOpenList.getState().order.length === 0) name.current?.focus({ preventScroll: true })
  }, [])

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement)) return
    if (event.key === 'Enter') {
      event.preventDefault()
      void add()
    }
    if (event.key === 'Escape') clear()
  }

  return (
    <div role="row" aria-rowindex={index} className={classes.addRow} data-row="" onKeyDown={onKeyDown}>
      <div role="cell" className={classes.addSign}>
        <IconPlus size={20} stroke={1.75} aria-hidden="true" />
      </div>
      <div role="cell">
        <DraftField
          field="category"
          label={t`New product: category`}
          value={draft.category}
          error={errors.category}
          onChange={change}
          list={suggestions.category}
          placeholder={t`Category`}
        />
      </div>
      <div role="cell">
        <DraftField
          ref={name}
          field="productName"
          label={t`New product: name`}
          value={draft.productName}
          error={errors.productName}
          onChange={change}
          placeholder={t`Add a product`}
        />
      </div>
      <div role="cell">
        <DraftField
          field="price"
          label={t`New product: price`}
          value={draft.price}
          error={errors.price}
          onChange={change}
          placeholder="1"
        />
      </div>
      <div role="cell">
        <DraftField
          field="quantity"
          label={t`New product: quantity`}
          value={draft.quantity}
          error={errors.quantity}
          onChange={change}
        />
      </div>
      <div role="cell">
        <UnitSelect
          value={draft.unit}
          label={t`New product: unit`}
          onChange={(unit) => change('unit', unit)}
        />
      </div>
      <div role="cell" className={classes.lastField}>
        <DraftField
          field="shop"
          label={t`New product: shop`}
          value={draft.shop}
          error={errors.shop}
          onChange={change}
          list={suggestions.shop}
          placeholder={t`Shop`}
        />
      </div>
      <div role="cell">
        <ActionIcon
          variant="filled"
          color="orange"
          aria-label={t`Add the product`}
          disabled={!canAdd}
          onClick={() => void add()}
        >
          <IconPlus size={22} stroke={2} />
        </ActionIcon>
      </div>
    </div>
  )
}
