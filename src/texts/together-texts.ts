import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { shortName } from '../../core/text/person-name.ts'

/** Returns since when nothing was seen of somebody who is shopping. The shop comes last, as a small space cuts it. */
export function unseenText(name: string, shop: string, time: string): MessageDescriptor {
  const who = shortName(name)
  return shop === ''
    ? msg`${who} not seen since ${time}, shopping`
    : msg`${who} not seen since ${time}, shopping at ${shop}`
}

/** Returns who is shopping, and where if that is known. */
export function shoppingText(name: string, shop: string): MessageDescriptor {
  const who = shortName(name)
  return shop === '' ? msg`${who} is shopping` : msg`${who} is shopping at ${shop}`
}
