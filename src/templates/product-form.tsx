import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { units } from '../../core/entities.ts'
import { unitNames } from '../field-text.ts'
import { useLanguage } from '../use-language.ts'
import { useSync } from '../state/sync.ts'
import {
  addTemplateProduct,
  deleteTemplateProduct,
  editTemplateProduct,
  newTemplateId,
  type TemplateProduct,
} from '../state/template-actions.ts'
import { useForm } from '../use-form.ts'
import dialogClasses from '../dialog.module.css'
import { Buttons } from './buttons.tsx'
import classes from './form.module.css'
import { blankTexts, readTexts, textsOf } from './product-values.ts'

interface ProductFormProps {
  opened: boolean
  templateId: string
  /** left out: one after another is added */
  product?: TemplateProduct
  onClose: () => void
  onDeleted?: () => void
}

export function ProductForm({ opened, ...form }: ProductFormProps) {
  const { t } = useLingui()
  return (
    <Modal
      opened={opened}
      onClose={form.onClose}
      closeOnClickOutside={false}
      title={form.product ? t`Edit the product` : t`Add products`}
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20 }}
      classNames={{ title: dialogClasses.title, content: dialogClasses.content }}
    >
      <Forms {...form} />
    </Modal>
  )
}

/** One form to edit, or one after another to add. */
function Forms({ product, ...form }: Omit<ProductFormProps, 'opened'>) {
  const [added, setAdded] = useState<string[]>([])
  const last = added.at(-1)
  return (
    <>
      <Fields
        // A new product gets an empty form and an id of its own.
        key={added.length}
        {...form}
        product={product}
        onDone={(productName) => {
          if (product) form.onClose()
          else setAdded([...added, productName])
        }}
      />
      <div role="status">
        {last && (
          <p className={classes.done}>
            <Trans>Added: {last}</Trans>
          </p>
        )}
      </div>
    </>
  )
}

interface FieldsProps extends Omit<ProductFormProps, 'opened'> {
  onDone: (productName: string) => void
}

function Fields({ templateId, product, onClose, onDeleted, onDone }: FieldsProps) {
  const { t } = useLingui()
  const online = useSync((sync) => sync.online)
  const language = useLanguage()
  const [id] = useState(newTemplateId)
  const [before] = useState(() => (product ? textsOf(product, language) : blankTexts))
  const form = useForm({
    initial: before,
    check: (texts) => readTexts(texts, before, language).errors,
    submit: async (texts) => {
      const { values } = readTexts(texts, before, language)
      const productName = texts.productName.trim()
      if (product) await editTemplateProduct(templateId, product.id, values)
      else await addTemplateProduct(templateId, id, { ...values, productName })
      onDone(productName)
    },
  })
  const { values, errors, set } = form
  const field = (key: Exclude<keyof typeof values, 'unit'>, label: string) => ({
    name: key,
    label,
    autoComplete: 'off',
    value: values[key],
    error: errors[key] && t(errors[key]),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set(key, currentTarget.value),
  })
  return (
    <form className={classes.form} onSubmit={form.onSubmit} noValidate>
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to type this; the next form too */}
      <TextInput {...field('productName', t`Name`)} autoFocus data-autofocus enterKeyHint="done" />
      <div className={classes.pair}>
        <TextInput {...field('quantity', t`Quantity`)} inputMode="decimal" />
        <NativeSelect
          name="unit"
          label={t`Unit`}
          size="md"
          rightSection={<IconChevronDown size={18} stroke={1.75} aria-hidden="true" />}
          data={units.map((value) => ({ value, label: t(unitNames[value]) }))}
          value={values.unit}
          onChange={({ currentTarget }) => set('unit', currentTarget.value)}
        />
        <TextInput {...field('price', t`Price, zł`)} inputMode="decimal" />
        <TextInput {...field('shop', t`Shop`)} />
      </div>
      <TextInput {...field('category', t`Category`)} />
      <Buttons
        form={form}
        onClose={onClose}
        left={
          product && (
            <Button
              variant="subtle"
              color="red"
              disabled={!online}
              leftSection={<IconTrash size={20} stroke={1.75} aria-hidden="true" />}
              onClick={async () => {
                if (await deleteTemplateProduct(templateId, product)) onDeleted?.()
              }}
            >
              <Trans>Delete</Trans>
            </Button>
          )
        }
      >
        {product ? <Trans>Save</Trans> : <Trans>Add</Trans>}
      </Buttons>
    </form>
  )
}
