import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown, IconTrash } from '@tabler/icons-react'
import { type Ref, useRef, useState } from 'react'
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
  templateId: string
  /** left out: one after another is added */
  product?: TemplateProduct
  onClose: () => void
}

export function ProductForm({ templateId, product, onClose }: ProductFormProps) {
  const { t } = useLingui()
  const [added, setAdded] = useState<string[]>([])
  const name = useRef<HTMLInputElement>(null)
  const last = added.at(-1)
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={product ? t`Edit the product` : t`Add products`}
      closeButtonProps={{ 'aria-label': t`Close`, size: 44, iconSize: 20 }}
      classNames={{ title: dialogClasses.title, content: dialogClasses.content }}
    >
      <Fields
        // A new product gets an empty form and an id of its own.
        key={added.length}
        templateId={templateId}
        product={product}
        name={name}
        onClose={onClose}
        onDone={(productName) => {
          if (product) onClose()
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
    </Modal>
  )
}

interface FieldsProps extends ProductFormProps {
  name: Ref<HTMLInputElement>
  onDone: (productName: string) => void
}

function Fields({ templateId, product, name, onClose, onDone }: FieldsProps) {
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
      <TextInput {...field('productName', t`Name`)} ref={name} autoFocus data-autofocus enterKeyHint="done" />
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
                if (await deleteTemplateProduct(templateId, product)) onClose()
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
