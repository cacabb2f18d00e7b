import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const notFound = msg`Page not found`

/** Keyed by the whole path; a star stands for an id. */
const titles: Record<string, MessageDescriptor> = {
  '/': msg`Log in`,
  '/auth/login': msg`Log in`,
  '/auth/register': msg`Create an account`,
  '/auth/forgot-password': msg`Forgot your password?`,
  '/auth/reset-password': msg`Set a new password`,
  '/auth/reset-password/*': msg`Set a new password`,
  '/activate/*': msg`Account activation`,
  '/invite/*': msg`Invitation`,
  '/maintenance': msg`Maintenance`,
  '/privacy': msg`Privacy policy`,
  '/terms': msg`Terms of use`,
  '/about-us': msg`About us`,
  '/public-lists': msg`Public lists`,
  '/public-list/*': msg`Public list`,
  '/read/*': msg`Shared list`,
  '/app': msg`Shopping lists`,
  '/app/details/*': msg`List details`,
  '/app/archive': msg`Archived lists`,
  '/app/shared': msg`Shared with me`,
  '/app/templates': msg`Templates`,
  '/app/template/*': msg`Template details`,
  '/app/barcode': msg`Barcode scanner`,
  '/app/profile': msg`My profile`,
  '/app/edit-profile/account': msg`Edit profile`,
  '/app/edit-profile/change-password': msg`Change password`,
  '/app/edit-profile/delete-account': msg`Delete account`,
  '/app/edit-profile/user-categories': msg`My categories`,
  '/app/error': msg`Something went wrong`,
}

/** Null for an unknown page outside /app, which redirects at once. */
export function pageTitle(pathname: string): MessageDescriptor | null {
  const path = `/${pathname.split('/').filter(Boolean).join('/')}`.toLowerCase()
  const title = titles[path] ?? titles[path.replace(/[^/]+$/, '*')]
  return title ?? (/^\/app(\/|$)/.test(path) ? notFound : null)
}
