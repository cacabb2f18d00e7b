import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const titles: Record<string, MessageDescriptor> = {
  app: msg`Shopping lists`,
  archive: msg`Archived lists`,
  shared: msg`Shared for me`,
  barcode: msg`Barcode scanner`,
  login: msg`Log in`,
  register: msg`Create an account`,
  privacy: msg`Privacy policy`,
  'about-us': msg`About us`,
  'not-found': msg`Page not found`,
  error: msg`Something went wrong`,
}

/** Where an id is the last part, the part before it says what it is the id of. */
const titlesOfIds: Record<string, MessageDescriptor> = {
  details: msg`List details`,
  activate: msg`Account activation`,
}

export function pageTitle(pathname: string): MessageDescriptor | null {
  const [last = 'login', parent = ''] = pathname.split('/').filter(Boolean).toReversed()
  return titlesOfIds[parent] ?? titles[last] ?? null
}
