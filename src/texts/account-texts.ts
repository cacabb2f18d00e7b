import { msg } from '@lingui/core/macro'

/** Texts about the account, its profile and its settings. Those of the log-in page are in texts.ts. */
export const accountTexts = {
  accountDeleted: msg`Account has been deleted`,
  passwordDontMatch: msg({ id: 'passwordDontMatch', message: 'Password dont match' }),
  passwordChanged: msg`Password changed successfully`,
  emailChanged: msg`Email changed`,
  passwordsDiffer: msg`Repeated password is not the same`,
  profileSaved: msg`Profile saved`,
  pictureSaved: msg`Picture saved`,
  pictureRemoved: msg`Picture removed`,
  notAPicture: msg`This file could not be read as a picture. Choose a JPEG, PNG or WebP.`,
  webhookEnded: msg`The address is told nothing more`,
  sentAgain: msg`It is sent again`,
  tokenEnded: msg`The app can no longer use your account`,
  signedOutThere: msg`Device logged out`,
  signedOutOthers: msg`Logged out everywhere else`,
  categorySaved: msg`Category saved`,
  categoryRemoved: msg`Category removed`,
  dataSaved: msg`Your data is saved as a file`,
  inactiveAccount: msg({ id: 'inactiveAccount', message: 'Your account is not active yet.' }),
  inactiveAccountDescription: msg({
    id: 'inactiveAccountDescription',
    message: 'Check your inbox and open our link to share lists and edit your profile.',
  }),
  inactiveAccountSafe: msg`Your own lists already work.`,
  termsRequired: msg`Regulations must be accepted`,
  settingsRefused: msg`The server did not take a pin or an order of aisles that was set here. Your lists and what is on them are safe. Set it again.`,
  pushFailed: msg`Notifications could not be set up. Try again later.`,
  noFullscreen: msg`The browser did not allow full screen.`,
  activationSent: msg`A new activation link is on its way.`,
} as const
