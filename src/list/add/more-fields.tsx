import { useLingui } from '@lingui/react/macro'
import { formFields } from '../../../core/product/table.ts'
import { decimal, fieldNames } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { UnitSelect } from '../rows/unit-select.tsx'
import classes from './add.module.css'
import { withUnderstood } from './draft.ts'
import { DraftField } from './draft-field.tsx'
import type { NewProduct } from './use-new-product.ts'

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
  )
}
