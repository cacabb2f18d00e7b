import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Titles by the whole path; a star stands for an id. */
type Titles = Record<string, MessageDescriptor>

const outer: Titles = {
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
}

/** Returns the title for a path, ignoring case; undefined if no title matches. */
export function titleAmong(titles: Titles, pathname: string): MessageDescriptor | undefined {
  const path = `/${pathname.split('/').filter(Boolean).join('/')}`.toLowerCase()
  return titles[path] ?? titles[path.replace(/[^/]+$/, '*')]
}

/** Returns the title of a page that needs no account. */
export const outerTitle = (pathname: string) => titleAmong(outer, pathname)
