import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { formFields, productFields } from '../../../core/product/table.ts'
import type { ProductView } from '../../../core/sync/mutation.ts'
import { editProduct } from '../state/products.ts'
import { fieldNames, useFieldName } from '../../texts/field-text.ts'
import classes from './fields.module.css'
import { HowOften } from './how-often.tsx'
import { PriceHistory } from '../prices/price-history.tsx'
import { PriceFor } from '../prices/price-for.tsx'
import { QuantityField, TypedField, UnitSelect } from './fields.tsx'
import { WhoLine } from './marks.tsx'

export interface ProductFieldsProps {
  product: ProductView
  onDelete: (id: string) => void
}

/** All fields of one product as a form: below its row on a phone, and in its sheet in shopping mode. */
export function ProductFields({ product, onDelete }: ProductFieldsProps) {
  const { t } = useLingui()
  const nameOf = useFieldName()
  const { id } = product
  return (
    <div id={`fields-${id}`} className={`${classes.fields} ${classes.boxed}`}>
      {formFields.map((field) => (
        <div key={field} className={productFields[field].wholeLine ? classes.whole : undefined}>
          {/* Hidden from screen readers: the field has the same text as its label. */}
          <span className={classes.caption} aria-hidden="true">
            {nameOf(field, product)}
          </span>
          {field === 'unit' ? (
            <UnitSelect
              value={product.unit}
              label={t(fieldNames.unit)}
              onChange={(unit) => void editProduct(id, 'unit', unit)}
            />
          ) : field === 'quantity' ? (
            <QuantityField product={product} label={t(fieldNames.quantity)} />
          ) : (
            <TypedField product={product} field={field} label={nameOf(field, product)} />
          )}
        </div>
      ))}
      <PriceFor product={product} className={classes.whole} />
      <PriceHistory product={product} className={classes.whole} />
      <HowOften productName={product.productName} className={classes.whole} />
      <WhoLine product={product} className={classes.whole} />
      <div className={classes.whole}>
        <Button
          variant="subtle"
          color="red"
          // In px: Mantine's own margins grow with the text, and the button would leave the screen.
          style={{ marginInlineStart: -12 }}
          leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
          onClick={() => onDelete(id)}
        >
          <Trans>Delete</Trans>
        </Button>
      </div>
    </div>
  )
}
