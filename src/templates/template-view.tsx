import { type ReactNode, useMemo } from 'react'
import { inWordsOf } from '../../core/product/categories.ts'
import type { Template } from '../../core/contract/shapes.ts'
import { useReader } from '../app/use-reader.ts'
import type { TemplateProduct } from '../state/template-actions.ts'
import { useWide } from '../ui/use-wide.ts'
import { Facts, Origin, Visibility } from './facts.tsx'
import { ProductList } from './product-list.tsx'
import { TemplatePicture } from './template-picture.tsx'
import classes from './template-view.module.css'

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
    <article className={classes.page}>
      <header className={classes.head}>
        <div className={classes.top}>
          <TemplatePicture image={template.image} size={wide ? 56 : 40} />
          <div className={classes.title}>
            <h1>{template.templateName}</h1>
            <Origin template={template} />
          </div>
          {tools && <div className={classes.tools}>{tools}</div>}
        </div>
        {template.description !== '' && <p className={classes.description}>{template.description}</p>}
        <div className={classes.foot}>
          <Facts template={template}>
            <Visibility template={template} />
          </Facts>
          {wide && <div className={classes.actions}>{actions}</div>}
        </div>
      </header>
      {note && <p className={classes.note}>{note}</p>}
      {above}
      <ProductList products={products} onOpen={onOpenProduct} />
      {!wide && (
        <div className={classes.actions} data-docked="">
          {actions}
        </div>
      )}
    </article>
  )
}
