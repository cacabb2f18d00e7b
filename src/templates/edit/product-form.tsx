import { Trans, useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type Unit, units } from '../../../core/product/entities.ts'
import { parseDecimal } from '../../../core/product/money.ts'
import { formFields, productFields, type TypedField } from '../../../core/product/table.ts'
import { catalogueName } from '../../../core/text/product-key.ts'
import {
  addTemplateProduct,
  deleteTemplateProduct,
  editTemplateProduct,
  newTemplateId,
  type TemplateProduct,
} from '../state/actions.ts'
import { useMayChangeTemplates } from '../state/place.ts'
import { unitNames, useCurrency } from '../../texts/amounts.tsx'
import { fieldNames, useFieldName } from '../../texts/field-text.ts'
import { useLanguage } from '../../texts/i18n.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useForm } from '../../ui/input/use-form.ts'
import { Buttons } from './buttons.tsx'
import { blankTexts, readTexts, textsOf } from './product-values.ts'

interface ProductFormProps {
  opened: boolean
  templateId: string
  /** absent: the form adds products, one after another */
  product?: TemplateProduct
  onClose: () => void
  onDeleted?: () => void
}

export function ProductForm({ opened, ...form }: ProductFormProps) {
  const { t } = useLingui()
  return (
    <Dialog
      opened={opened}
      onClose={form.onClose}
      closeOnClickOutside={false}
      title={form.product ? t`Edit product` : t`Add products`}
    >
      <Forms {...form} />
    </Dialog>
  )
}

/** One form to edit a product, or repeated forms to add products. */
function Forms({ product, ...form }: Omit<ProductFormProps, 'opened'>) {
  const [added, setAdded] = useState<string[]>([])
  const last = added.at(-1)
  return (
    <>
      <Fields
        // A new key gives the next product an empty form and an id of its own.
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
          <Text c="var(--app-success)" fw={600} style={{ overflowWrap: 'anywhere' }}>
            <Trans>Added: {last}</Trans>
          </Text>
        )}
      </div>
    </>
  )
}

/** The name is typed first, so it gets the focus in this form and the next. */
const first = { autoFocus: true, 'data-autofocus': true, enterKeyHint: 'done' } as const

interface FieldsProps extends Omit<ProductFormProps, 'opened'> {
  onDone: (productName: string) => void
}

function Fields({ templateId, product, onClose, onDeleted, onDone }: FieldsProps) {
  const { t } = useLingui()
  const mayChange = useMayChangeTemplates()
  const language = useLanguage()
  const currency = useCurrency()
  const [id] = useState(newTemplateId)
  const [before] = useState(() => (product ? textsOf(product, language, currency) : blankTexts))
  const form = useForm({
    initial: before,
    check: (texts) => readTexts(texts, before, language, currency).errors,
    submit: async (texts) => {
      const { values } = readTexts(texts, before, language, currency)
      const productName = product
        ? texts.productName.trim()
        : catalogueName(texts.productName.trim(), language)
      if (product) await editTemplateProduct(templateId, product.id, values)
      else await addTemplateProduct(templateId, id, { ...values, productName })
      onDone(productName)
    },
  })
  const { values, errors, set } = form
  const nameOf = useFieldName()
  const amount = { unit: values.unit as Unit, quantity: parseDecimal(values.quantity) ?? 1 }
  const field = (name: TypedField) => ({
    name,
    label: nameOf(name, amount),
    autoComplete: 'off',
    inputMode: productFields[name].kind === 'number' ? ('decimal' as const) : undefined,
    value: values[name],
    error: errors[name] && t(errors[name]),
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set(name, currentTarget.value),
  })
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <SimpleGrid cols={2} style={{ alignItems: 'start' }}>
          {formFields.map((name) => (
            <div key={name} style={productFields[name].wholeLine ? { gridColumn: '1 / -1' } : undefined}>
              {name === 'unit' ? (
                <NativeSelect
                  name="unit"
                  label={t(fieldNames.unit)}
                  data={units.map((value) => ({ value, label: t(unitNames[value]) }))}
                  value={values.unit}
                  onChange={({ currentTarget }) => set('unit', currentTarget.value)}
                />
              ) : (
                <TextInput {...field(name)} {...(name === 'productName' && first)} />
              )}
            </div>
          ))}
        </SimpleGrid>
        <Buttons
          form={form}
          onClose={onClose}
          left={
            product && (
              <Button
                variant="subtle"
                color="red"
                disabled={!mayChange}
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
      </Stack>
    </form>
  )
}
