import { useLingui } from '@lingui/react/macro'
import { IconNote, IconTrash } from '@tabler/icons-react'
import { memo, type ReactElement, useCallback, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usualLanguage } from '../../../core/text/language.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { fieldNamesOf, fieldText } from '../../texts/field-text.ts'
import { unitNames, useCurrency, usePriceUnit } from '../../texts/amounts.tsx'
import { changeProduct, editProduct } from '../state/products.ts'
import { useOpenList } from '../../sync/open-list.ts'
import { useListViews } from '../state/view.ts'
import { ProductMark } from '../picture/product-mark.tsx'
import { DragHandle } from './drag-handle.tsx'
import { type ColumnField, columnFields, lastColumn } from './columns.ts'
import { QuantityField, TypedField, UnitSelect } from './fields.tsx'
import { useOpenSheet } from '../state/use-over-list.ts'
import type { RowPlace } from './drawn-rows.tsx'
import { useOtherPriceFor } from '../prices/price-for.tsx'
import { SelectBox } from './selection.tsx'
import { DuplicateMark, WhoMark } from './marks.tsx'
import { Tick } from './bought.tsx'
import { useLanguage } from '../../texts/i18n.ts'
import { useNear } from './use-near.ts'
import { WaitingMark } from '../../ui/row-marks.tsx'
import fields from './fields.module.css'
import classes from './wide-table.module.css'

interface WideRowProps extends Omit<RowPlace, 'index'> {
  id: string
  index: number | undefined
  /** its fields are rendered only once it is near the viewport */
  light: boolean
  onDelete: (id: string) => void
}

/**
 * One product as a row of fields. In a long list (`light`) the row shows plain text until it is near the viewport. In a
 * virtualized list its fields also wait until the page is not being scrolled.
 */
export const WideRow = memo(function WideRow(props: WideRowProps) {
  const { id, index, light, onDelete, measure, drag, lifted } = props
  const row = useRef<HTMLDivElement>(null)
  const innerRef = drag?.innerRef
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      row.current = element
      measure?.(element)
      innerRef?.(element)
    },
    [measure, innerRef],
  )
  const near = useNear(row, !light, measure !== undefined)
  const product = useOpenList((state) => state.products.get(id))
  if (!product) return null
  return (
    <div
      {...drag?.draggableProps}
      ref={ref}
      role="row"
      // The heading row is 1.
      aria-rowindex={index === undefined ? undefined : index + 2}
      className={classes.row}
      data-index={index}
      data-lifted={lifted || undefined}
      data-row={id}
      data-bought={product.productStatus || undefined}
    >
      {near ? <Cells product={product} drag={drag} onDelete={onDelete} /> : <Words product={product} />}
    </div>
  )
})

export interface CellsProps extends Pick<WideRowProps, 'drag' | 'onDelete'> {
  product: ProductView
}

export function Cells({ product, drag, onDelete }: CellsProps) {
  const { t } = useLingui()
  const selecting = useListViews(({ selection }) => selection.on)
  const isOwnOrder = useListViews(({ shown }) => shown.own)
  const { id, productName: name } = product
  return (
    <>
      <div role="gridcell">
        {selecting ? (
          <SelectBox id={id} name={name} />
        ) : (
          isOwnOrder && <DragHandle name={name} inTable drag={drag} />
        )}
      </div>
      <div role="gridcell">{!selecting && <Tick product={product} label={t`Bought: ${name}`} />}</div>
      {columnFields.map((field) => fieldCell(field, product, t(fieldNamesOf[field](name))))}
      <div role="gridcell">
        <button
          type="button"
          className={`${fields.square} ${fields.delete}`}
          data-field="delete"
          tabIndex={-1}
          aria-label={t`Delete: ${name}`}
          onClick={() => onDelete(id)}
        >
          <IconTrash size={20} stroke={1.75} />
        </button>
      </div>
    </>
  )
}

/** Draws the cell of one field. Not a component, because each one more in a row makes a long list slower. */
function fieldCell(field: ColumnField, product: ProductView, label: string): ReactElement {
  switch (field) {
    case 'category':
      return (
        <div key={field} role="gridcell">
          <TypedField product={product} field="category" label={label} inTable />
        </div>
      )
    case 'productName':
      return <NameCell key={field} product={product} label={label} />
    case 'price':
      return <PriceCell key={field} product={product} label={label} />
    case 'quantity':
      return (
        <div key={field} role="gridcell">
          <QuantityField product={product} label={label} inTable />
        </div>
      )
    case 'unit':
      return (
        <div key={field} role="gridcell">
          <UnitSelect
            value={product.unit}
            label={label}
            onChange={(unit) => void editProduct(product.id, 'unit', unit)}
            inTable
          />
        </div>
      )
    default:
      return (
        <div key={field} role="gridcell" className={field === lastColumn ? classes.lastField : undefined}>
          <TypedField product={product} field={field} label={label} inTable />
        </div>
      )
  }
}

interface CellProps {
  product: ProductView
  label: string
}

/** The price with its unit ('zł/kg'), which moves below a long price, and what the row costs: beside it where that fits. */
function PriceCell({ product, label }: CellProps) {
  const { t } = useLingui()
  const priceUnit = usePriceUnit()
  const otherOf = useOtherPriceFor()
  const other = product.priceUnknown || product.price === 0 ? null : otherOf(product)
  const { length } = fieldText(product, 'price', usualLanguage, useCurrency())
  return (
    <div
      role="gridcell"
      className={classes.priceCell}
      data-unknown={product.priceUnknown || undefined}
      data-alone={other === null || undefined}
      data-long={length > 6 ? 'very' : length > 5 || undefined}
    >
      <TypedField product={product} field="price" label={label} suffix={priceUnit(product)} />
      {other && (
        <button
          type="button"
          tabIndex={-1}
          className={`${fields.plain} ${classes.cost} tabular`}
          title={t`What the price is for`}
          onClick={() => void changeProduct(product.id, { priceFor: other.next })}
        >
          {other.words}
        </button>
      )}
    </div>
  )
}

/** The name, with the note below it if there is one or the user is adding one. */
function NameCell({ product, label }: CellProps) {
  const { t } = useLingui()
  const openSheet = useOpenSheet()
  const [noting, setNoting] = useState(false)
  const note = useRef<HTMLDivElement>(null)
  const { id, productName: name } = product
  const add = () => {
    flushSync(() => setNoting(true))
    note.current?.querySelector('input')?.focus()
  }
  return (
    <div role="gridcell" className={`${fields.beside} ${classes.nameCell}`}>
      <button
        type="button"
        className={`hover-tint ${fields.plain} ${classes.picture}`}
        data-field="edit"
        tabIndex={-1}
        aria-label={t`Edit: ${name}`}
        aria-haspopup="dialog"
        title={t`Edit: ${name}`}
        onClick={() => openSheet(id)}
      >
        <ProductMark productName={name} category={product.category_name} icon={product.icon} />
      </button>
      <div>
        <TypedField product={product} field="productName" label={label} />
        {(product.note || noting) && (
          <div
            ref={note}
            className={classes.note}
            // The note field stays while it is edited, even if another user deletes the note.
            onFocus={() => setNoting(true)}
            onBlur={({ target }) =>
              setNoting(target instanceof HTMLInputElement && target.value.trim() !== '')
            }
          >
            <TypedField product={product} field="note" label={t(fieldNamesOf.note(name))} inTable />
          </div>
        )}
      </div>
      {product.waiting && <WaitingMark />}
      {!product.note && !noting && (
        <button
          type="button"
          className={`${fields.square} ${fields.onHover}`}
          data-field="addNote"
          tabIndex={-1}
          aria-label={t`Add a note: ${name}`}
          onClick={add}
        >
          <IconNote size={20} stroke={1.75} aria-hidden="true" />
        </button>
      )}
      <WhoMark product={product} />
      <DuplicateMark id={id} name={name} inTable />
    </div>
  )
}

/** The values as plain text, at the same places as their fields. */
export function Words({ product }: { product: ProductView }) {
  const { t } = useLingui()
  const language = useLanguage()
  const priceUnit = usePriceUnit()
  const currency = useCurrency()
  return columnFields.map((field) => (
    <div key={field} role="gridcell" className={classes.light} data-words={field}>
      {field === 'unit' ? t(unitNames[product.unit]) : fieldText(product, field, language, currency)}
      {field === 'price' && !product.priceUnknown && (
        <small className={fields.suffix}>{priceUnit(product)}</small>
      )}
      {field === 'productName' && product.note && <span className={classes.lightNote}>{product.note}</span>}
    </div>
  ))
}
