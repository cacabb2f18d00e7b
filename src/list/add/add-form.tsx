import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { newFieldNames } from '../../texts/field-text.ts'
import fieldClasses from '../rows/fields.module.css'
import classes from './add.module.css'
import { DuplicateQuestion } from './duplicate-question.tsx'
import { DraftField, MoreFields } from './draft-fields.tsx'
import { onPaste, useAdding } from './use-new-product.ts'
import { Usuals } from './usuals.tsx'
import { UnderstoodLine } from '../lazy.tsx'

export interface AddFormProps {
  /** only the name field, without the other fields of a product */
  slim?: boolean
  /** the sum: beside the field, and above it while something is typed */
  children?: ReactNode
}

/**
 * The field to add products on a phone and in shopping mode. Everything that belongs to it is above it, in one sheet:
 * questions, suggestions, what was understood of the text, and the other fields.
 */
export function AddForm({ slim, children }: AddFormProps) {
  const { t } = useLingui()
  const name = useRef<HTMLInputElement>(null)
  const [more, setMore] = useState(false)
  const product = useAdding(name)
  const { draft, errors, canAdd, change, add, goBack } = product
  const typing = draft.productName !== ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Escape for all fields inside
    <form
      className={fieldClasses.boxed}
      data-slim={slim || undefined}
      aria-label={t`Add a product`}
      data-adding=""
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.nativeEvent.isComposing) goBack()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      {typing && children && <div className={classes.facts}>{children}</div>}
      <DuplicateQuestion field={name} />
      <div className={classes.suggestions} data-suggestions="" />
      <UnderstoodLine product={product} />
      <Usuals field={name} />
      {more && <MoreFields product={product} />}
      <div className={classes.line}>
        {!slim && (
          <ActionIcon
            size={48}
            aria-label={t`Quantity, price and category`}
            aria-expanded={more}
            variant={more ? 'light' : 'subtle'}
            color={more ? 'orange' : 'gray'}
            onClick={() => setMore(!more)}
          >
            <IconAdjustmentsHorizontal size={22} stroke={1.75} />
          </ActionIcon>
        )}
        <div className={classes.name}>
          <DraftField
            ref={name}
            field="productName"
            label={t(newFieldNames.productName)}
            value={draft.productName}
            error={errors.productName}
            onChange={change}
            placeholder={slim ? t`Add…` : t`Add a product`}
            onPaste={onPaste}
          />
        </div>
        {(!slim || typing) && (
          <ActionIcon
            type="submit"
            size={48}
            variant="filled"
            aria-label={t`Add the product`}
            disabled={!canAdd}
            // Keeps the focus in the field, so that the keyboard stays open for the next product.
            onMouseDown={(event) => event.preventDefault()}
          >
            <IconPlus size={24} stroke={2} />
          </ActionIcon>
        )}
        {!typing && children}
      </div>
    </form>
  )
}
