import type { MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import type { ProblemCode } from '../../core/contract/problem-codes.ts'
import type { FieldError } from '../../core/text/normalise.ts'
import { OAuthError, ProblemError, Unreachable } from '../../device/failures.ts'
import { storageErrorText } from './error-text.ts'
import { texts } from './texts.ts'

const problems: Record<ProblemCode, MessageDescriptor> = {
  invalidRequest: msg`Something in the form is not right. Check it and try again.`,
  accountDeleted: msg`This account has been deleted.`,
  oldPasswordIncorrect: msg`Old password is incorrect`,
  invalidResetLink: texts.invalidResetLink,
  incorrectPassword: msg`Incorrect password`,
  alreadyHasAccess: msg`The user already has access`,
  wayInRefused: msg`This did not fit, or it came too late. Try again.`,
  passkeysNotHere: msg`Passkeys cannot be used at this address: they need https and a name, not a number.`,
  localLogInOff: msg`Everybody logs in at a provider here.`,
  emailNotVerified: msg`The provider has not verified your email address.`,
  noData: msg`The form has not been completed`,
  sessionExpired: texts.sessionExpired,
  forbidden: msg`You are not allowed to do this.`,
  foreignOrigin: msg`The app was opened at an unknown address. Open it at its own address and try again.`,
  accountNotActivated: msg`Account has not been activated`,
  insufficientScope: msg`This token may not do this.`,
  registrationClosed: msg`No new accounts are made here.`,
  invitationNeeded: msg`An account is made here by invitation only. Ask for one.`,
  recipesOff: msg`This server opens no recipe pages. Your list is unchanged. Copy the recipe on its page and paste the text here.`,
  cannotShare: msg`You cannot share this list`,
  inviteForOther: msg`This invitation was mailed to another address. The list’s owner can let you in.`,
  notFound: msg`This does not exist, or you have no access to it.`,
  idTaken: msg`This was already created by somebody else. Try again.`,
  hasOwner: msg`This list has an owner again: somebody took it over, or its owner came back. Nothing was lost.`,
  emailTaken: msg`There is already an account with the given email address`,
  limitReached: msg`The limit has been reached, so nothing was added; what is saved stays. Delete what you no longer need, or activate your account, and try again.`,
  alreadySubmittedForDeletion: msg`Account has already been submitted for deletion`,
  fork: msg`Another copy of the app on this device is sending changes too. Yours are safe; the app will sort it out.`,
  gap: msg`Some earlier changes have not arrived yet. They are safe; the app will send them again.`,
  otherAccount: msg`These changes belong to another account.`,
  gone: msg`It has been deleted.`,
  inviteExpired: msg`The invitation has expired. Ask for a new one.`,
  inviteRevoked: msg`The invitation was taken back. Ask for a new one.`,
  inviteUsed: msg`The invitation has been used already.`,
  activationExpired: msg`The activation link has expired or was already used.`,
  emailChangeOver: msg`These codes are not valid any more. Ask for new ones.`,
  resync: msg`The app has to load everything again. Your changes are safe.`,
  tooLarge: msg`This is too large to send.`,
  unsupportedMediaType: msg`This kind of content cannot be sent.`,
  unsupportedImage: msg`Only JPEG, PNG and WebP pictures are accepted.`,
  idempotencyKeyReused: msg`This was already sent in another form. Try again.`,
  unknownFormat: msg`This file cannot be read here. Lists are read from JSON, CSV, iCalendar, Markdown and text, also in a zip.`,
  nothingInFile: msg`There is no list in this file.`,
  productsMissing: msg`This file names its products only by number. Export the products too, and put both into one zip.`,
  noRecipe: msg`No recipe was found here. Copy the ingredients and paste them as text.`,
  outdated: msg`This version of the app is too old. Please update.`,
  tooManyRequests: msg`Too many attempts. Wait a moment and try again.`,
  quotaReached: msg`A lot was saved today. What is saved stays; try the rest again in a few hours.`,
  activationAlreadySent: msg`Only one activation link per 24 hours can be sent`,
  serverError: texts.serverError,
  unreachable: msg`The page could not be read; many sites let only people in. Copy the ingredients there and paste them as text.`,
  maintenance: msg`The service is down for maintenance and will be back soon.`,
  unavailable: msg`The service is busy. Try again in a moment.`,
  storageFull: msg`The server has no room left to save this. Nothing that was saved is lost.`,
}

const hour = 3_600_000

export function problemText(code: ProblemCode): MessageDescriptor {
  return problems[code]
}

/**
 * Says how long to wait for another activation link. After the registration mail it is much less than 24 h, so in
 * seconds.
 */
function waitForLink(ms: number): MessageDescriptor {
  const seconds = Math.ceil(ms / 1_000)
  return msg`${plural(seconds, {
    one: 'You can ask for a new link in # second',
    other: 'You can ask for a new link in # seconds',
  })}`
}

/** Says how many hours to wait, for what may be done only a few times a day. */
function waitForHours(ms: number): MessageDescriptor {
  const hours = Math.ceil(ms / hour)
  return msg`${plural(hours, {
    one: 'Too many attempts today. Try again in # hour.',
    other: 'Too many attempts today. Try again in # hours.',
  })}`
}

/** Returns the message to the user for any failed call. */
export function errorText(error: unknown): MessageDescriptor {
  if (error instanceof ProblemError) {
    const { problem, retryAfterMs } = error
    const isLong = retryAfterMs !== null && retryAfterMs > hour
    if (problem.code === 'tooManyRequests' && isLong) return waitForHours(retryAfterMs)
    const isShort = retryAfterMs !== null && retryAfterMs <= 60_000
    return problem.code === 'activationAlreadySent' && isShort
      ? waitForLink(retryAfterMs)
      : problemText(problem.code)
  }
  if (error instanceof OAuthError) {
    if (error.problem.error === 'slow_down') return problems.tooManyRequests
    if (error.problem.ticket) return problems.wayInRefused
    return error.problem.error === 'invalid_grant' ? texts.invalidUsernameOrPassword : texts.serverError
  }
  return storageErrorText(error) ?? (error instanceof Unreachable ? texts.noConnection : texts.serverError)
}

const fieldErrors: Record<FieldError, MessageDescriptor> = {
  required: texts.required,
  tooLong: msg`This is too long.`,
  tooShort: msg`Use at least 8 characters.`,
  invalidCharacters: msg`Some characters are not allowed here.`,
  invalidEmail: texts.invalidEmail,
  invalidType: msg`This is not the kind of value that belongs here.`,
  outOfRange: msg`This value is out of range.`,
  tooManyDecimals: msg`Use at most two decimal places.`,
  unknownField: msg`This field is not known.`,
  tooCommon: msg`This password is too common. Choose another one.`,
  ownEmail: msg`This is your email address, or nearly. Choose a password that nobody can guess from it.`,
  sameEmail: msg`This is your email address already.`,
  wrongCode: msg`This is not the code from the newest email.`,
  nameTaken: msg`Somebody on this list has that name. Choose another one.`,
  appName: msg`This is the name of the app, or nearly. Choose a password that is harder to guess.`,
}

/** Returns the text for a field error. A newer server may send codes that this version does not know. */
export function fieldErrorText(code: string): MessageDescriptor {
  return fieldErrors[code as FieldError] ?? problems.invalidRequest
}
