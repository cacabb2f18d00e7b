import { msg } from '@lingui/core/macro'

/** Shared messages, so that every screen says the same thing in the same words. */
export const texts = {
  sessionExpired: msg({
    id: 'sessionExpired',
    message: 'The session has expired. Please log in again.',
  }),
  sessionClosed: msg`The browser was closed, so you are signed out. ‘Remember me’ keeps you signed in.`,
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
  passwordDontMatch: msg({ id: 'passwordDontMatch', message: 'Password dont match' }),
  inactiveAccount: msg({ id: 'inactiveAccount', message: 'Your account is not active yet.' }),
  inactiveAccountDescription: msg({
    id: 'inactiveAccountDescription',
    message: 'Open the link in the e-mail that we sent you. Until then sharing and the profile are locked.',
  }),
  inactiveAccountSafe: msg`Your own lists work already.`,
  termsRequired: msg`Regulations must be accepted`,
  noConnection: msg`Connection error with the server`,
  noConnectionSafe: msg`Nothing is lost: try again in a moment.`,
  noProfile: msg`User profile doesn't exist`,
  storageFailed: msg`This device did not let the app save. Free some space or leave private browsing.`,
  storageFull: msg`This device cannot store changes just now. What was saved before is safe. Free some space; saving goes on by itself.`,
  storageBlocked: msg`The storage of this device does not answer; perhaps another tab or window of this app holds it. Close the others: what is saved is safe, and this one goes on by itself.`,
  storageNewer: msg`A newer version of this app works in another tab and has taken over the storage. What is saved is safe: reload this page to go on.`,
  storageCleared: msg`The browser removed what this app kept on this device. What had been sent is safe: log in to see it again.`,
  noWorker: msg`The app could not be kept for times without a network. It works while you are online.`,
  activationSent: msg`A new activation link is on its way.`,
  noFullscreen: msg`The browser did not allow full screen.`,
  passwordChanged: msg`Password changed successfully`,
  passwordsDiffer: msg`Repeated password is not the same`,
  accountDeleted: msg`Account has been deleted`,
  invalidResetLink: msg`Invalid reset link`,
  profileSaved: msg`Your profile is saved`,
  pictureSaved: msg`Your picture is saved`,
  pictureRemoved: msg`Your picture is removed`,
  notAPicture: msg`This file could not be read as a picture. Choose a JPEG, PNG or WebP.`,
  signedOutThere: msg`Signed out there`,
  signedOutOthers: msg`Signed out everywhere else`,
  categorySaved: msg`Category saved`,
  categoryRemoved: msg`Category removed`,
  dataSaved: msg`Your data is saved as a file`,
  languageNotLoaded: msg`This language could not be loaded. Try again when you are online.`,
} as const

/** What is wrong with this device's storage, what is safe, and what to do. */
export const storageTexts = {
  failed: texts.storageFull,
  blocked: texts.storageBlocked,
  newer: texts.storageNewer,
} as const

/** Messages for list calls that succeeded or failed. Keep the wording to the letter, typing errors included. */
export const listTexts = {
  createFailed: msg`An error occured while creating new shopping list. Try again later.`,
  deleteFailed: msg`An error occured while deleting list. Try again later.`,
  archiveFailed: msg`An error occured while archiving list. Try again later.`,
  restoreFailed: msg`An error occured while restoring a list. Try again later.`,
  updateFailed: msg`Error updateing the list`,
  updated: msg`Correctly updated the list`,
  deleted: msg`List deleted successfully`,
  archived: msg`List archivived successfully.`,
  restored: msg`List restored successfully`,
  duplicated: msg`List duplicated`,
} as const

export const sharingTexts = {
  shared: msg`List shared successfully`,
  userNotFound: msg`User not found`,
  removed: msg`User has been successfully removed from the list`,
  permissionsChanged: msg`Permissions changed`,
  left: msg`You have left the list`,
  sent: msg`Successfully sent a list`,
  linkRenewed: msg`The new link works; the old one no longer does`,
  linkOff: msg`The link is switched off`,
  linkOn: msg`The link works`,
  copied: msg`Link copied`,
  notCopied: msg`The browser did not let the app copy. Mark the link and copy it by hand.`,
} as const

export const templateTexts = {
  created: msg`Template created`,
  saved: msg`Template saved`,
  deleted: msg`Template deleted`,
  productDeleted: msg`Product deleted`,
  listMade: msg`List created from the template`,
  offline: msg`You are offline. Templates need a connection.`,
} as const

export const scanTexts = {
  noTorch: msg`This camera would not switch its light.`,
} as const
