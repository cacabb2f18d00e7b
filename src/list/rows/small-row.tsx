import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { memo, useCallback } from 'react'
import { formFields, productFields } from '../../../core/product/table.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { useOpenList } from '../../state/lists/open-list.ts'
import { editProduct } from '../../state/lists/products.ts'
import { fieldNames } from '../../texts/field-text.ts'
import { useCaption } from '../../texts/caption.ts'
import { CategoryMark } from './category-mark.tsx'
import { DragHandle } from '../order/drag-handle.tsx'
import { DuplicateMark } from '../duplicates/duplicate-mark.tsx'
import fieldClasses from './field.module.css'
import type { RowPlace } from './rows.tsx'
import { SelectBox } from '../select/select-box.tsx'
import { useSelection } from '../select/selection.ts'
import classes from './small-list.module.css'
import { Tick } from './tick.tsx'
import { TypedField } from './typed-field.tsx'
import { UnitSelect } from './unit-select.tsx'
import { ProductName } from '../../ui/product-name.tsx'
import { WaitingMark } from '../../ui/waiting-mark.tsx'

interface SmallRowProps extends RowPlace {
  id: string
  open: boolean
  onToggle: (id: string) => void
  onDelete: (id: string) => void
}

export const SmallRow = memo(function SmallRow(props: SmallRowProps) {
  const { id, index, open, onToggle, onDelete, measure, drag, lifted } = props
  const { t } = useLingui()
  const caption = useCaption()
  const product = useOpenList((state) => state.products.get(id))
  const selecting = useSelection((selection) => selection.on)
  const innerRef = drag?.innerRef
  const ref = useCallback(
    (element: HTMLLIElement | null) => {
      measure?.(element)
      innerRef?.(element)
    },
    [measure, innerRef],
  )
  if (!product) return null
  const name = product.productName
  const words = (
    <>
      {product.waiting && <WaitingMark />}
      <CategoryMark name={product.category_name} icon={product.icon} />
      <span className={classes.words}>
        <ProductName product={product} className={classes.name} />
        <span className={classes.caption}>{caption(product)}</span>
      </span>
    </>
  )
  return (
    <li
      {...drag?.draggableProps}
      ref={ref}
      className={classes.row}
      data-index={index}
      data-lifted={lifted || undefined}
      data-row={id}
      data-bought={product.productStatus || undefined}
      data-open={open || undefined}
    >
      {selecting ? (
        <label className={classes.head} htmlFor={`select-${id}`}>
          <SelectBox id={id} name={name} htmlId={`select-${id}`} />
          <span className={classes.opener}>{words}</span>
        </label>
      ) : (
        <div className={classes.head}>
          <Tick product={product} label={t`Bought: ${name}`} />
          <button
            type="button"
            className={classes.opener}
            aria-expanded={open}
            aria-controls={open ? `fields-${id}` : undefined}
            onClick={() => onToggle(id)}
          >
            {words}
            <IconChevronDown size={20} stroke={1.75} aria-hidden="true" className={classes.chevron} />
          </button>
          <DuplicateMark id={id} name={name} />
          <DragHandle id={id} name={name} drag={drag} />
        </div>
      )}
      {open && <Fields product={product} onDelete={onDelete} />}
    </li>
  )
})

function Fields({ product, onDelete }: { product: ProductView; onDelete: (id: string) => void }) {
  const { t } = useLingui()
  const { id } = product
  return (
    <div id={`fields-${id}`} className={`${classes.fields} ${fieldClasses.boxed}`}>
      {formFields.map((field) => (
        <div key={field} className={productFields[field].wholeLine ? classes.whole : undefined}>
          <Caption text={t(fieldNames[field])} />
          {field === 'unit' ? (
            <UnitSelect
              value={product.unit}
              label={t(fieldNames.unit)}
              onChange={(unit) => void editProduct(id, 'unit', unit)}
            />
          ) : (
            <TypedField product={product} field={field} label={t(fieldNames[field])} />
          )}
        </div>
      ))}
      <Button
        variant="subtle"
        className={classes.delete}
        leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
        onClick={() => onDelete(id)}
      >
        <Trans>Delete</Trans>
      </Button>
    </div>
  )
}

/** Hidden from screen readers: the field has the same text as its label. */
function Caption({ text }: { text: string }) {
  return (
    <span className={classes.fieldCaption} aria-hidden="true">
      {text}
    </span>
  )
}
