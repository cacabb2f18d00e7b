import { Trans, useLingui } from '@lingui/react/macro'
import { Alert, Button, Card, Divider, Group, Skeleton, Text, Title } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import type { Template } from '../../core/contract/shapes.ts'
import { inWordsOf } from '../../core/product/categories.ts'
import { useReader } from '../app/use-reader.ts'
import type { TemplateProduct } from '../state/template-actions.ts'
import type { TemplateProblem } from '../state/template-problem.ts'
import { Message } from '../ui/message.tsx'
import { CloudPicture, SearchPicture } from '../ui/picture/picture.tsx'
import { useWide } from '../ui/use-wide.ts'
import { Facts, Origin, TemplatePicture, Visibility } from './card.tsx'
import { ProductList } from './product-list.tsx'
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
}

/** A template with its products, in the app and on the page for visitors. */
export function TemplateView(props: TemplateViewProps) {
  const { template, actions, tools, note, above, onOpenProduct } = props
  const wide = useWide()
  const reader = useReader()
  const products = useMemo(
    () => template.products?.map((product) => inWordsOf(product, reader)) ?? [],
    [template.products, reader],
  )
  return (
    <article className={classes.view}>
      <Card component="header" className={classes.facts}>
        <Group wrap="nowrap">
          <TemplatePicture image={template.image} size={wide ? 56 : 40} />
          <div style={{ flex: 1, minWidth: 0 }}>
            <Title>{template.templateName}</Title>
            <Origin template={template} />
          </div>
          {tools && (
            <Group gap={4} wrap="nowrap" className={classes.tools}>
              {tools}
            </Group>
          )}
        </Group>
        {template.description !== '' && (
          <Text maw="70ch" className={classes.long}>
            {template.description}
          </Text>
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
      <ProductList products={products} onOpen={onOpenProduct} />
      {!wide && (
        <Group gap="sm" className={classes.actions} data-docked="">
          {actions}
        </Group>
      )}
    </article>
  )
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
