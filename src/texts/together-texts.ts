import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { shortName } from '../../core/text/person-name.ts'

/** Returns since when nothing was seen of somebody who is shopping. The time comes first, as a small space cuts the rest. */
export function unseenText(name: string, shop: string, time: string): MessageDescriptor {
  const who = shortName(name)
  return shop === ''
    ? msg`Not seen since ${time}: ${who}`
    : msg`Not seen since ${time}: ${who}, shopping at ${shop}`
}

/** Returns who is shopping, and where if that is known. */
export function shoppingText(name: string, shop: string): MessageDescriptor {
  const who = shortName(name)
  return shop === '' ? msg`${who} is shopping` : msg`${who} is shopping at ${shop}`
}
