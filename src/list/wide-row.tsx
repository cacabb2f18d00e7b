import { useLingui } from '@lingui/react/macro'
import { IconTrash } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import type { ProductView } from '../../core/mutation.ts'
import { editProduct } from '../state/products.ts'
import { useOpenList } from '../state/open-list.ts'
import { CategoryMark } from './category-mark.tsx'
import { DuplicateMark } from './duplicate-mark.tsx'
import { Tick } from './tick.tsx'
import { TypedField } from './typed-field.tsx'
import { UnitSelect } from './unit-select.tsx'
import { useNear } from './use-near.ts'
import { WaitingMark } from './waiting-mark.tsx'
import classes from './wide-table.module.css'

interface WideRowProps {
  id: string
  /** where it stands for those who read the table row by row; the heading is 1 */
  index: number
  /** its fields may wait until it is near */
  light: boolean
  onDelete: (id: string) => void
}

/**
 * One product as a row of fields. In a list of thousands the fields come when the row comes near; until then
 * it holds its place with its words alone.
 */
export const WideRow = memo(function WideRow({ id, index, light, onDelete }: WideRowProps) {
  const row = useRef<HTMLDivElement>(null)
  const near = useNear(row, !light)
  const product = useOpenList((state) => state.products.get(id))
  if (!product) return null
  return (
    <div
      ref={row}
      role="row"
      aria-rowindex={index}
      className={classes.row}
      data-row={id}
      data-bought={product.productStatus || undefined}
    >
      {near ? (
        <Cells product={product} onDelete={onDelete} />
      ) : (
        <div role="cell" className={classes.light}>
          {product.productName}
        </div>
      )}
    </div>
  )
})

function Cells({ product, onDelete }: { product: ProductView; onDelete: (id: string) => void }) {
  const { t } = useLingui()
  const { id, productName: name } = product
  return (
    <>
      <div role="cell">
        <Tick product={product} label={t`Bought: ${name}`} />
      </div>
      <div role="cell">
        <div className={classes.categoryCell}>
          <CategoryMark name={product.category_name} icon={product.icon} />
          <div>
            <TypedField product={product} field="category" label={t`Category: ${name}`} />
          </div>
        </div>
      </div>
      <div role="cell" className={classes.nameCell}>
        {product.waiting && <WaitingMark />}
        <div>
          <TypedField product={product} field="productName" label={t`Name: ${name}`} />
        </div>
        <DuplicateMark id={id} name={name} />
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
        <TypedField product={product} field="shop" label={t`Shop: ${name}`} />
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
    </>
  )
}
