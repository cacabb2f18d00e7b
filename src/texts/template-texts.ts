import { msg } from '@lingui/core/macro'

export const templateTexts = {
  created: msg`Template created`,
  saved: msg`Template saved`,
  deleted: msg`Template deleted`,
  productDeleted: msg`Product deleted`,
  listMade: msg`List created from the template`,
  offline: msg`You are offline. Changing templates needs a connection.`,
  needsAccount: msg`This needs an account.`,
} as const

/** Texts for templates and categories made without an account that are not in the account yet. */
export const ownTexts = {
  onItsWay: msg`On its way to your account. Until it is there it cannot be changed.`,
  notTaken: msg`Your account did not take this. It is on this device only.`,
} as const
