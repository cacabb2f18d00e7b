import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const titles: Record<string, MessageDescriptor> = {
  app: msg`Shopping lists`,
  archive: msg`Archived lists`,
  shared: msg`Shared for me`,
  barcode: msg`Barcode scanner`,
  templates: msg`Templates`,
  'public-lists': msg`Public lists`,
  profile: msg`My profile`,
  account: msg`Edit profile`,
  'change-password': msg`Change password`,
  'delete-account': msg`Delete account`,
  'user-categories': msg`My categories`,
  login: msg`Log in`,
  register: msg`Create an account`,
  'forgot-password': msg`Forgot your password?`,
  'reset-password': msg`Set a new password`,
  privacy: msg`Privacy policy`,
  'about-us': msg`About us`,
  'not-found': msg`Page not found`,
  error: msg`Something went wrong`,
}

/** Where an id is the last part, the part before it says what it is the id of. */
const titlesOfIds: Record<string, MessageDescriptor> = {
  details: msg`List details`,
  template: msg`Template details`,
  'public-list': msg`Public list`,
  read: msg`Shared list`,
  activate: msg`Account activation`,
  'reset-password': msg`Set a new password`,
}

export function pageTitle(pathname: string): MessageDescriptor | null {
  const [last = 'login', parent = ''] = pathname.split('/').filter(Boolean).toReversed()
  return titlesOfIds[parent] ?? titles[last] ?? null
}
