import { productKey } from '../../../core/text/product-key.ts'
import { ofAccount } from '../account-store.ts'

const keys = ofAccount(() => new Map<string, string>())
const mostKeys = 20_000

/** `productKey` with a cache: each name is normalised once, however often a long list changes. */
export function nameKey(name: string): string {
  const known = keys()
  let key = known.get(name)
  if (key === undefined) {
    if (known.size >= mostKeys) known.clear()
    key = productKey(name)
    known.set(name, key)
  }
  return key
}
