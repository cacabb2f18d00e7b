import type { Product } from '../../core/entities.ts'
import type { ProductValue } from '../../core/fields.ts'

/** What a person gave a product, to make it once more. */
export function valueOf(product: Product): ProductValue {
  return {
    productName: product.productName,
    quantity: product.quantity,
    unit: product.unit,
    productStatus: product.productStatus,
    category: product.category_name,
    shop: product.shop_name,
    ...(product.priceUnknown ? {} : { price: product.price }),
    ...(product.position ? { position: product.position } : {}),
  }
}
