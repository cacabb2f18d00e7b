import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Product } from '../../core/contract/shapes.ts'

interface ProductNameProps {
  product: Pick<Product, 'productName' | 'note'>
  className?: string
  /** a line below */
  children?: ReactNode
}

/** A product as read-only text: its name, with its note below. */
export function ProductName({ product: { productName, note }, className, children }: ProductNameProps) {
  return (
    <span className={className}>
      {productName}
      {note && <span className="product-note">{note}</span>}
      {children}
    </span>
  )
}

/** A small open cloud beside what is not on the server yet; `silent`: a text nearby says so already. */
export function WaitingMark({ silent = false }: { silent?: boolean }) {
  const { t } = useLingui()
  const text = t`Waiting to be saved`
  return (
    <span className="waiting-mark" title={silent ? undefined : text}>
      {!silent && <span className="visually-hidden">{text}</span>}
    </span>
  )
}
