import type { Product } from '../../core/contract/shapes.ts'

interface ProductNameProps {
  product: Pick<Product, 'productName' | 'note'>
  className?: string
}

/** A product as read-only text: its name, with its note below. */
export function ProductName({ product: { productName, note }, className }: ProductNameProps) {
  return (
    <span className={className}>
      {productName}
      {note && <span className="product-note">{note}</span>}
    </span>
  )
}
