import { msg } from '@lingui/core/macro'

/** Shared messages, so that every screen uses the same words. */
export const texts = {
  sessionExpired: msg({
    id: 'sessionExpired',
    message: 'The session has expired. Please log in again.',
  }),
  sessionClosed: msg`The browser was closed, so you are logged out. ‘Remember me’ keeps you logged in.`,
  sessionRefreshError: msg({ id: 'sessionRefreshError', message: 'Session refresh error' }),
  serverError: msg({ id: 'serverError', message: 'An unexpected error occured. Try again later.' }),
  invalidUsernameOrPassword: msg({
    id: 'invalidUsernameOrPassword',
    message: 'Invalid username or password',
  }),
  successfullyLoggedIn: msg({ id: 'successfullyLoggedIn', message: 'Successfully logged in' }),
  accountBack: msg`Your account is back, with all its lists. It will not be deleted.`,
  emptyField: msg({ id: 'emptyField', message: 'Field is empty' }),
  required: msg({ id: 'required', message: 'Required' }),
  invalidEmailFormat: msg({ id: 'invalidEmailFormat', message: 'Email format is not valid' }),
  invalidEmail: msg({ id: 'invalidEmail', message: 'Email format is not valid' }),
  noConnection: msg`Connection error with the server`,
  noConnectionSafe: msg`Nothing is lost: try again in a moment.`,
  noProfile: msg`User profile doesn't exist`,
  storageFailed: msg`This device did not let the app save. Free up some space or leave private browsing.`,
  storageFull: msg`This device cannot store changes right now. What was saved before is safe. Free up some space; saving carries on by itself.`,
  storageNoRoom: msg`This device is full, or its storage does not respond. What you type stays on this page and is sent while there is a connection. Free up some space and keep the app open: saving carries on by itself.`,
  loggedOutOnFull: msg`You are logged out. This device is full, so your lists could not be removed from it yet. That is done when the app next starts with some free space.`,
  storageBlocked: msg`This device’s storage is not responding; another tab or window of the app may be holding it. Close the others: what is saved is safe, and this one carries on by itself.`,
  storageNewer: msg`A newer version of the app has used this device’s storage, and this older one cannot. Everything in it is safe, also what was not sent yet.`,
  storageLost: msg`The browser lost this app’s data on this device. What waited here is back, and the rest is being loaded again.`,
  noWorker: msg`The app could not be stored for offline use. It works while you are online.`,
  invalidResetLink: msg`Invalid reset link`,
  languageNotLoaded: msg`This language could not be loaded. Try again when you are online.`,
} as const
