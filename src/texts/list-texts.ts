import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { Permission } from '../../core/product/entities.ts'

/** Messages for list calls that succeeded or failed. Keep the wording exactly, typing errors included. */
export const listTexts = {
  loggedOutOnNewer: msg`You are logged out. A newer version of the app has stored your lists on this device, and only it can remove them. It does so when it next starts here.`,
  notSavedNewer: msg`That is not saved: this version of the app can change nothing now. What you typed is still there; the line at the top of the page says what helps.`,
  /** where the lists are while a newer version of the app owns the storage */
  onServer: msg`Your lists are safe. They are shown here as soon as the server can be reached.`,
  forNewerVersion: msg`Your lists are safe on this device. The newer version of the app shows them again.`,
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
  invited: msg`Invited. They get the list once they have an account.`,
  revoked: msg`The invitation is taken back`,
  removed: msg`User has been successfully removed from the list`,
  permissionsChanged: msg`Permissions changed`,
  left: msg`You have left the list`,
  takenOver: msg`The list is yours now. It stays.`,
  admitted: msg`They have the list now`,
  sent: msg`Successfully sent a list`,
  linkRenewed: msg`The new link works; the old one no longer does`,
  linkOff: msg`The link is switched off`,
  linkOn: msg`The link works`,
  guestLinkMade: msg`The guest link works. Send it to your guests.`,
  guestLinkEnded: msg`The guest link has ended`,
  tooManyGuestLinks: msg`This list has as many guest links as it can have. End one that you no longer need, and try again.`,
  copied: msg`Link copied`,
  notCopied: msg`The browser did not let the app copy. Select the link and copy it yourself.`,
} as const

/** What a member may do, in two words and in a sentence. */
export const permissionTexts: Record<Permission, { may: MessageDescriptor; means: MessageDescriptor }> = {
  edit: { may: msg`can edit`, means: msg`Changes everything on the list` },
  shopping: { may: msg`can tick`, means: msg`Ticks products while shopping` },
  view: { may: msg`can view`, means: msg`Sees the list and changes nothing` },
}

/** Returns the message for several deleted products. For a single one, another message contains its name. */
export function productsDeleted(count: number): MessageDescriptor {
  return msg`${plural(count, { one: '# product deleted', other: '# products deleted' })}`
}
