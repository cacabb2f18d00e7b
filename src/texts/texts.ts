import { msg } from '@lingui/core/macro'

/** Shared messages, so that every screen says the same thing in the same words. */
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
  passwordDontMatch: msg({ id: 'passwordDontMatch', message: 'Password dont match' }),
  inactiveAccount: msg({ id: 'inactiveAccount', message: 'Your account is not active yet.' }),
  inactiveAccountDescription: msg({
    id: 'inactiveAccountDescription',
    message: 'Check your inbox and open our link to share lists and edit your profile.',
  }),
  inactiveAccountSafe: msg`Your own lists already work.`,
  termsRequired: msg`Regulations must be accepted`,
  noConnection: msg`Connection error with the server`,
  noConnectionSafe: msg`Nothing is lost: try again in a moment.`,
  noProfile: msg`User profile doesn't exist`,
  storageFailed: msg`This device did not let the app save. Free up some space or leave private browsing.`,
  storageFull: msg`This device cannot store changes right now. What was saved before is safe. Free up some space; saving carries on by itself.`,
  storageBlocked: msg`This device’s storage is not responding; another tab or window of the app may be holding it. Close the others: what is saved is safe, and this one carries on by itself.`,
  storageNewer: msg`A newer version of the app is open in another tab and has taken over the storage. What is saved is safe: reload this page to continue.`,
  storageCleared: msg`The browser cleared this app’s data on this device. What had been sent is safe: log in to see it again.`,
  trialCleared: msg`The browser cleared this app’s data on this device, and the lists that were only here with it. An account keeps them.`,
  noWorker: msg`The app could not be stored for offline use. It works while you are online.`,
  activationSent: msg`A new activation link is on its way.`,
  noFullscreen: msg`The browser did not allow full screen.`,
  passwordChanged: msg`Password changed successfully`,
  passwordsDiffer: msg`Repeated password is not the same`,
  accountDeleted: msg`Account has been deleted`,
  invalidResetLink: msg`Invalid reset link`,
  profileSaved: msg`Profile saved`,
  pictureSaved: msg`Picture saved`,
  pictureRemoved: msg`Picture removed`,
  notAPicture: msg`This file could not be read as a picture. Choose a JPEG, PNG or WebP.`,
  signedOutThere: msg`Device logged out`,
  signedOutOthers: msg`Logged out everywhere else`,
  settingsRefused: msg`The server did not take a pin or an order of aisles that was set here. Your lists and what is on them are safe. Set it again.`,
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
  notHere: msg`This list is not on this device yet. Open it once with a connection.`,
} as const

export const sharingTexts = {
  shared: msg`List shared successfully`,
  userNotFound: msg`User not found`,
  invited: msg`The invitation is on its way`,
  revoked: msg`The invitation is taken back`,
  removed: msg`User has been successfully removed from the list`,
  permissionsChanged: msg`Permissions changed`,
  left: msg`You have left the list`,
  sent: msg`Successfully sent a list`,
  linkRenewed: msg`The new link works; the old one no longer does`,
  linkOff: msg`The link is switched off`,
  linkOn: msg`The link works`,
  copied: msg`Link copied`,
  notCopied: msg`The browser did not let the app copy. Select the link and copy it yourself.`,
} as const

export const templateTexts = {
  created: msg`Template created`,
  saved: msg`Template saved`,
  deleted: msg`Template deleted`,
  productDeleted: msg`Product deleted`,
  listMade: msg`List created from the template`,
  offline: msg`You are offline. Changing templates needs a connection.`,
  needsAccount: msg`This needs an account.`,
} as const

/** Of what was made without an account and is not in the account yet. */
export const ownTexts = {
  onItsWay: msg`On its way to your account. Until it is there it cannot be changed.`,
  notTaken: msg`Your account did not take this. It is on this device only.`,
} as const

export const scanTexts = {
  noTorch: msg`The camera’s light could not be switched.`,
} as const
