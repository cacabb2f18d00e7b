import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'

/** The message for several deleted products; for a single one another message gives its name. */
export function productsDeleted(count: number): MessageDescriptor {
  return msg`${plural(count, { one: '# product deleted', other: '# products deleted' })}`
}
