import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { titleAmong } from './page-title.ts'

const notFound = msg`Page not found`

const titles: Record<string, MessageDescriptor> = {
  '/app': msg`Shopping lists`,
  '/app/details/*': msg`List details`,
  '/app/archive': msg`Archived lists`,
  '/app/shared': msg`Shared with me`,
  '/app/templates': msg`Templates`,
  '/app/template/*': msg`Template details`,
  '/app/barcode': msg`Barcode scanner`,
  '/app/profile': msg`My profile`,
  '/app/edit-profile/account': msg`Edit profile`,
  '/app/edit-profile/change-email': msg`Change email`,
  '/app/edit-profile/change-password': msg`Change password`,
  '/app/edit-profile/delete-account': msg`Delete account`,
  '/app/edit-profile/user-categories': msg`My categories`,
  '/app/error': msg`Something went wrong`,
}

/** Returns the title of a page below /app, even of one that does not exist; undefined for any other path. */
export function appTitle(pathname: string): MessageDescriptor | undefined {
  return titleAmong(titles, pathname) ?? (/^\/+app(\/|$)/i.test(pathname) ? notFound : undefined)
}
