import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, Divider, Group, Skeleton, Text, Title, UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useMemo } from 'react'
import type { Template } from '../../core/contract/shapes.ts'
import { inWordsOf } from '../../core/product/categories.ts'
import { currencyOf } from '../../core/product/currency.ts'
import { groupByCategory } from '../../core/product/list.ts'
import { productFields, type TemplateField, templateFields } from '../../core/product/table.ts'
import { inWholePieces, scaleValue } from '../../core/recipe/portions.ts'
import { useReader } from '../sync/use-reader.ts'
import type { TemplateProduct } from './state/actions.ts'
import type { TemplateProblem } from '../sync/shelves.ts'
import { CurrencyContext, unitNames, usePrice } from '../texts/amounts.tsx'
import { formatNumber } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.ts'
import cards from '../ui/cards.module.css'
import { Message } from '../ui/message.tsx'
import { CloudPicture, SearchPicture } from '../ui/picture/picture.tsx'
import { ProductName } from '../ui/row-marks.tsx'
import { SourceLink } from '../ui/source-link.tsx'
import { PortionsField } from '../ui/input/portions-field.tsx'
import { useWide } from '../lib/use-wide.ts'
import { Facts, Origin, TemplatePicture, Visibility } from './card.tsx'
import classes from './templates.module.css'

interface TemplateViewProps {
  template: Template
  /** the main actions: beside the facts on a wide screen, else docked at the bottom */
  actions: ReactNode
  /** the author's actions, beside the name */
  tools?: ReactNode
  /** why the actions are disabled */
  note?: ReactNode
  /** content above the products */
  above?: ReactNode
  onOpenProduct?: (product: TemplateProduct) => void
  /** for how many portions the quantities are shown; left out where that cannot be chosen */
  portions?: number | undefined
  onPortions?: (portions: number) => void
}

/** A template with its products, in the app and on the page for visitors. */
export function TemplateView(props: TemplateViewProps) {
  const {
    template,
    actions,
    tools,
    note,
    above,
    onOpenProduct,
    portions = template.portions,
    onPortions,
  } = props
  const wide = useWide()
  const reader = useReader()
  const products = useMemo(
    () =>
      template.products?.map((product) =>
        inWordsOf(inPortions(product, template.portions, portions), reader),
      ) ?? [],
    [template.products, template.portions, portions, reader],
  )
  return (
    <article className={classes.view}>
      <Card component="header" mb="lg" style={{ gap: 16 }}>
        <Group wrap="nowrap">
          <TemplatePicture image={template.image} size={wide ? 56 : 40} />
          <div style={{ flex: 1, minWidth: 0 }}>
            <Title>{template.templateName}</Title>
            <Origin template={template} />
          </div>
          {tools && (
            <Group gap={4} wrap="nowrap" m={wide ? 0 : '-8px -8px auto -12px'}>
              {tools}
            </Group>
          )}
        </Group>
        {template.description !== '' && <Text maw="70ch">{template.description}</Text>}
        {(portions || template.source) && (
          <Group justify="space-between" gap="xs">
            {portions && onPortions && <PortionsField value={portions} onChange={onPortions} />}
            {portions && !onPortions && (
              <Text span>
                <Plural value={portions} one="For # portion" other="For # portions" />
              </Text>
            )}
            {template.source && <SourceLink source={template.source} />}
          </Group>
        )}
        <Divider />
        <Group justify="space-between">
          <Facts template={template}>
            <Visibility template={template} />
          </Facts>
          {wide && <Group gap="sm">{actions}</Group>}
        </Group>
      </Card>
      {note && <Alert mb="md">{note}</Alert>}
      {above}
      <CurrencyContext value={currencyOf(template)}>
        <ProductList
          products={products}
          onOpen={
            onOpenProduct &&
            // What is edited is the template, for its own portions.
            (({ id }) => {
              const templateProduct = template.products?.find((product) => product.id === id)
              if (templateProduct) onOpenProduct(inWordsOf(templateProduct, reader))
            })
          }
        />
      </CurrencyContext>
      {!wide && (
        <Group gap="sm" className={classes.actions} data-docked="">
          {actions}
        </Group>
      )}
    </article>
  )
}

function inPortions(
  product: TemplateProduct,
  from: number | undefined,
  to: number | undefined,
): TemplateProduct {
  return from && to && from !== to ? inWholePieces(scaleValue(product, from, to)) : product
}

interface NoTemplateProps {
  problem: TemplateProblem | undefined
  online: boolean
  onAgain: () => void
  /** the link to the other templates */
  back: ReactNode
}

/** Says why there is no template to show; shows a skeleton while it loads. */
export function NoTemplate({ problem, online, onAgain, back }: NoTemplateProps) {
  const { t } = useLingui()
  if (!problem && online) return <Skeleton h="11.25rem" radius="lg" aria-hidden="true" />
  const missing = problem === 'missing'
  return (
    <Message
      picture={missing ? <SearchPicture /> : <CloudPicture />}
      title={
        missing ? <Trans>This template is not here</Trans> : <Trans>The template could not be loaded</Trans>
      }
      text={
        <>
          {missing && <Trans>It was deleted, or it is not public any more.</Trans>}
          {!missing && !online && (
            <Trans>
              You are offline, and it has not been opened here yet. It will open as soon as there is a
              connection.
            </Trans>
          )}
          {!missing && online && problem && t(problem)}
        </>
      }
    >
      {!missing && online && (
        <Button onClick={onAgain}>
          <Trans>Try again</Trans>
        </Button>
      )}
      {back}
    </Message>
  )
}

/** The fields with a place of their own; all others follow one another below the name. */
const placed = ['productName', 'note', 'quantity', 'unit', 'priceFor', 'category'] as const
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
          <Card component="ul" p={0} className={cards.rows}>
            {members.map((product) => (
              <li key={product.id}>
                {onOpen ? (
                  <UnstyledButton className={`hover-tint ${cards.row}`} onClick={() => onOpen(product)}>
                    <Words product={product} />
                    <IconChevronRight size={20} stroke={1.75} color="var(--app-dim)" aria-hidden="true" />
                  </UnstyledButton>
                ) : (
                  <div className={cards.row}>
                    <Words product={product} />
                  </div>
                )}
              </li>
            ))}
          </Card>
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
      <span>
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
