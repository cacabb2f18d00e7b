import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Card, Group, ScrollArea, Stack, Text, TextInput, Title } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { parseField } from '../../core/product/fields.ts'
import { parseDecimal } from '../../core/product/money.ts'
import type { ProductView } from '../../core/sync/mutation.ts'
import type { Parsed } from '../../core/text/normalise.ts'
import { catalogueName } from '../../core/text/product-key.ts'
import { fieldErrorText } from '../texts/problem-text.ts'
import { type CodedProduct, knownNames } from './barcodes.ts'
import { useOpenList } from '../sync/open-list.ts'
import { currentLanguage } from '../texts/i18n.ts'
import { texts } from '../texts/texts.ts'
import { knownOf } from './use-scan.ts'
import { useUnsaved } from '../ui/input/unsaved.ts'

interface NameFormProps {
  code: string
  /** the server was asked too, and knows no name for it in this household */
  asked: boolean
  shopping: boolean
  onName: (known: CodedProduct, quantity?: number) => Promise<boolean>
  onCancel: () => void
}

/** Asks once which product an unknown code is: one on the list, or a new name. */
export function NameForm({ code, asked, shopping, onName, onCancel }: NameFormProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const [quantity, setQuantity] = useState('1')
  const [errors, setErrors] = useState<{ name?: MessageDescriptor; quantity?: MessageDescriptor }>({})
  const [names, setNames] = useState<readonly string[]>([])
  const field = useRef<HTMLInputElement>(null)
  useUnsaved(name.trim() !== '')
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    knownNames().then(setNames, () => undefined) // typing works without suggestions
  }, [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const wanted = parseField('productName', name)
    const amount: Parsed<unknown> = shopping
      ? { ok: true, value: undefined }
      : parseField('quantity', parseDecimal(quantity) ?? Number.NaN)
    const wrong = {
      ...(!wanted.ok && {
        name: wanted.error === 'required' ? texts.emptyField : fieldErrorText(wanted.error),
      }),
      ...(!amount.ok && { quantity: fieldErrorText(amount.error) }),
    }
    setErrors(wrong)
    if (!wanted.ok) field.current?.focus()
    if (!wanted.ok || !amount.ok) return
    const productName = catalogueName(String(wanted.value), currentLanguage())
    const product: CodedProduct = { productName, unit: 'pcs', category: '' }
    await onName(product, amount.value === undefined ? undefined : Number(amount.value))
  }

  return (
    <Card>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap={14}>
          <Title order={2} fz="xl">
            <Trans>What is this?</Trans>
          </Title>
          <Text c="dimmed" mt={-10}>
            {asked ? (
              <Trans>{code} has no name yet. Name it once and it will be recognised from then on.</Trans>
            ) : (
              <Trans>
                This device does not know {code}. Name it once and it will be recognised from then on.
              </Trans>
            )}
          </Text>
          <OnTheList onChosen={(product) => void onName(knownOf(product))} />
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <TextInput
              ref={field}
              flex={1}
              label={t`Name`}
              list="scan-names"
              autoComplete="off"
              enterKeyHint="done"
              value={name}
              error={errors.name && t(errors.name)}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            {!shopping && (
              <TextInput
                w="6rem"
                label={t`Quantity`}
                inputMode="decimal"
                autoComplete="off"
                value={quantity}
                error={errors.quantity && t(errors.quantity)}
                onChange={({ currentTarget }) => setQuantity(currentTarget.value)}
              />
            )}
          </Group>
          <datalist id="scan-names">
            {names.map((known) => (
              <option key={known} value={known}>
                {known}
              </option>
            ))}
          </datalist>
          <Group gap="sm" justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              <Trans>Not now</Trans>
            </Button>
            <Button type="submit">
              {shopping ? <Trans>Remember</Trans> : <Trans>Remember and add</Trans>}
            </Button>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

/** Offers the products on the list, since the code is often of one that somebody typed at home. */
function OnTheList({ onChosen }: { onChosen: (product: ProductView) => void }) {
  const order = useOpenList((state) => state.order)
  const products = useOpenList((state) => state.products)
  const open = order.map((id) => products.get(id)).filter((product) => product && !product.productStatus)
  if (open.length === 0) return null
  return (
    <div role="group" aria-labelledby="scan-one-of">
      <Text id="scan-one-of" fw={600} mb={6}>
        <Trans>Is it one of these?</Trans>
      </Text>
      <ScrollArea.Autosize mah="9rem">
        <Group gap="xs" p={2}>
          {open.map(
            (product) =>
              product && (
                <Button
                  key={product.id}
                  variant="default"
                  radius="xl"
                  h="auto"
                  mih="2.75rem"
                  px={14}
                  fw={400}
                  styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere' } }}
                  onClick={() => onChosen(product)}
                >
                  {product.productName}
                </Button>
              ),
          )}
        </Group>
      </ScrollArea.Autosize>
    </div>
  )
}
