import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'

/** Returns the message for several deleted products. For a single one, another message contains its name. */
export function productsDeleted(count: number): MessageDescriptor {
  return msg`${plural(count, { one: '# product deleted', other: '# products deleted' })}`
}
