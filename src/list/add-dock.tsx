import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import classes from './dock.module.css'
import { settled } from './draft.ts'
import { DraftField } from './draft-field.tsx'
import { AddedTwice } from './duplicate-choice.tsx'
import fieldClasses from './field.module.css'
import { decimal } from '../field-text.ts'
import { UnderstoodLine } from './understood-chips.tsx'
import { UnitSelect } from './unit-select.tsx'
import { onPaste, useAdding } from './use-adding.ts'
import { useKeyboardInset } from '../keyboard.ts'
import { useLanguage } from '../use-language.ts'

/** The add field of a phone, docked above the bottom bar, or above the keyboard while that is open. */
export function AddDock() {
  const { t } = useLingui()
  const name = useRef<HTMLInputElement>(null)
  const [more, setMore] = useState(false)
  const keyboard = useKeyboardInset()
  const product = useAdding(name)
  const { draft, category, errors, canAdd, change, add, goBack } = product
  const language = useLanguage()
  const shown = settled(draft, (value) => decimal(String(value), language))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears Escape of all fields inside
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
          <label>
            <span>{t`Quantity`}</span>
            <DraftField
              field="quantity"
              label={t`Quantity`}
              value={shown.quantity}
              error={errors.quantity}
              onChange={change}
            />
          </label>
          <label>
            <span>{t`Unit`}</span>
            <UnitSelect value={shown.unit} label={t`Unit`} onChange={(unit) => change('unit', unit)} />
          </label>
          <label>
            <span>{t`Price, zł`}</span>
            <DraftField
              field="price"
              label={t`Price, zł`}
              value={shown.price}
              error={errors.price}
              onChange={change}
              placeholder="1"
            />
          </label>
          <label className={classes.category}>
            <span>{t`Category`}</span>
            <DraftField
              field="category"
              label={t`Category`}
              value={draft.category}
              error={errors.category}
              onChange={change}
              placeholder={category}
            />
          </label>
          <label className={classes.category}>
            <span>{t`Shop`}</span>
            <DraftField
              field="shop"
              label={t`Shop`}
              value={draft.shop}
              error={errors.shop}
              onChange={change}
            />
          </label>
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
            label={t`New product: name`}
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
          // The field keeps the focus, and with it the keyboard stays open for the next one.
          onMouseDown={(event) => event.preventDefault()}
        >
          <IconPlus size={24} stroke={2} />
        </ActionIcon>
      </div>
    </form>
  )
}
