import { useLingui } from '@lingui/react/macro'
import { IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { editProduct } from '../state/products.ts'
import { useOpenList } from '../state/open-list.ts'
import { suggestions } from './suggestions.tsx'
import { Tick } from './tick.tsx'
import { TypedField } from './typed-field.tsx'
import { UnitSelect } from './unit-select.tsx'
import { WaitingMark } from './waiting-mark.tsx'
import classes from './wide-table.module.css'

interface WideRowProps {
  id: string
  /** where it stands for those who read the table row by row; the heading is 1 */
  index: number
  onDelete: (id: string) => void
}

/** One product as a row of fields. Native inputs and a store selector of its own: 5 000 of them stay quick. */
export const WideRow = memo(function WideRow({ id, index, onDelete }: WideRowProps) {
  const { t } = useLingui()
  const product = useOpenList((state) => state.products.get(id))
  if (!product) return null
  const name = product.productName
  return (
    <div
      role="row"
      aria-rowindex={index}
      className={classes.row}
      data-row={id}
      data-bought={product.productStatus || undefined}
    >
      <div role="cell">
        <Tick product={product} label={t`Bought: ${name}`} />
      </div>
      <div role="cell">
        <TypedField
          product={product}
          field="category"
          label={t`Category: ${name}`}
          list={suggestions.category}
        />
      </div>
      <div role="cell" className={classes.nameCell}>
        {product.waiting && <WaitingMark />}
        <div>
          <TypedField product={product} field="productName" label={t`Name: ${name}`} />
        </div>
      </div>
      <div role="cell">
        <TypedField product={product} field="price" label={t`Price: ${name}`} />
      </div>
      <div role="cell">
        <TypedField product={product} field="quantity" label={t`Quantity: ${name}`} />
      </div>
      <div role="cell">
        <UnitSelect
          value={product.unit}
          label={t`Unit: ${name}`}
          onChange={(unit) => void editProduct(id, 'unit', unit)}
        />
      </div>
      <div role="cell" className={classes.lastField}>
        <TypedField product={product} field="shop" label={t`Shop: ${name}`} list={suggestions.shop} />
      </div>
      <div role="cell">
        <button
          type="button"
          className={classes.delete}
          aria-label={t`Delete: ${name}`}
          onClick={() => onDelete(id)}
        >
          <IconTrash size={20} stroke={1.75} />
        </button>
      </div>
    </div>
  )
})
