import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { shortName } from '../../core/text/person-name.ts'

/** Returns who is shopping, and where if that is known. */
export function shoppingText(name: string, shop: string): MessageDescriptor {
  const who = shortName(name)
  return shop === '' ? msg`${who} is shopping` : msg`${who} is shopping at ${shop}`
}
