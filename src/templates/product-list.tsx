import { Trans, useLingui } from '@lingui/react/macro'
import { Group, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { groupByCategory } from '../../core/product/list.ts'
import { productFields, type TemplateField, templateFields } from '../../core/product/table.ts'
import { unitNames, usePrice } from '../texts/amounts.tsx'
import { formatNumber } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import type { TemplateProduct } from '../state/template-actions.ts'
import { ProductName } from '../ui/product-name.tsx'
import classes from './templates.module.css'

/** The fields with a place of their own; all others follow one another below the name. */
const placed = ['productName', 'note', 'quantity', 'unit', 'category'] as const
type Placed = (typeof placed)[number]
const others = templateFields.filter(
  (field): field is Exclude<TemplateField, Placed> => !placed.includes(field as Placed),
)

interface ProductListProps {
  products: readonly TemplateProduct[]
  /** set if products may be edited; called with the pressed product */
  onOpen?: (product: TemplateProduct) => void
}

/** The products of a template by category. */
export function ProductList({ products, onOpen }: ProductListProps) {
  const { t } = useLingui()
  const language = useLanguage()
  if (products.length === 0)
    return (
      <Text c="dimmed" my="lg">
        <Trans>No products yet.</Trans>
      </Text>
    )
  return (
    <div className={classes.groups}>
      {groupByCategory(products, language).map(({ category, products: members }) => (
        <section key={category} aria-label={category || t`Other`}>
          <Title order={2} size="h3" c="dimmed" px={4} py={6}>
            {category || t`Other`}
          </Title>
          <ul>
            {members.map((product) => (
              <li key={product.id}>
                {onOpen ? (
                  <UnstyledButton className={classes.row} onClick={() => onOpen(product)}>
                    <Words product={product} />
                    <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
                  </UnstyledButton>
                ) : (
                  <div className={classes.row}>
                    <Words product={product} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Words({ product }: { product: TemplateProduct }) {
  const { t } = useLingui()
  const language = useLanguage()
  const priceOf = usePrice()
  const { quantity, unit } = product
  const more = others
    // The device may have stored the template before the server had this field.
    .map((field) => (field === 'price' ? priceOf(product) : (product[productFields[field].shown] ?? '')))
    .filter((part) => part !== '')
  return (
    <Group component="span" align="baseline" wrap="nowrap" flex={1} miw={0}>
      <span className={classes.long}>
        <ProductName product={product} />
        {more.length > 0 && (
          <Text span display="block" c="dimmed" fz="xs" className="tabular">
            {more.join(' · ')}
          </Text>
        )}
      </span>
      <Text span c="dimmed" flex="none" ms="auto" className="tabular">
        {formatNumber(quantity, language)}&nbsp;{t(unitNames[unit])}
      </Text>
    </Group>
  )
}
