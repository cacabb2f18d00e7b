import type { Migration } from 'kysely/migration'
import * as first from './0001-first.ts'
import * as reset from './0002-reset.ts'
import * as templates from './0003-templates.ts'
import * as tally from './0004-tally.ts'
import * as accounts from './0005-accounts.ts'
import * as counts from './0006-counts.ts'
import * as consent from './0007-consent.ts'
import * as note from './0008-note.ts'
import * as ticked from './0009-ticked-by.ts'
import * as invite from './0010-invite.ts'
import * as settings from './0011-settings.ts'
import * as changed from './0012-changed-by.ts'
import * as admission from './0013-admission.ts'
import * as listRow from './0014-list-row.ts'
import * as clientRecord from './0015-client-record.ts'
import * as addressKeys from './0020-address-keys.ts'
import * as emailChange from './0021-email-change.ts'
import * as signedOut from './0022-signed-out.ts'
import * as storedCodes from './0023-stored-codes.ts'
import * as household from './0024-household.ts'
import * as productSetting from './0025-product-setting.ts'
import * as inviteProof from './0026-invite-proof.ts'
import * as changeLog from './0027-change-log.ts'
import * as trip from './0028-trip.ts'
import * as push from './0029-push.ts'
import * as guest from './0030-guest.ts'
import * as tripSession from './0031-trip-session.ts'
import * as picture from './0032-picture.ts'
import * as listTimeline from './0033-list-timeline.ts'
import * as currency from './0034-currency.ts'
import * as recipe from './0035-recipe.ts'
import * as purchase from './0036-purchase.ts'
import * as ownerLeaves from './0037-owner-leaves.ts'
import * as pushSite from './0039-push-site.ts'
import * as tripDevice from './0040-trip-device.ts'
import * as opaqueTokens from './0041-opaque-tokens.ts'
import * as priceFor from './0042-price-for.ts'
import * as habit from './0043-habit.ts'
import * as againOf from './0045-again-of.ts'
import * as lastPrice from './0046-last-price.ts'
import * as categoryBudget from './0047-category-budget.ts'
import * as pushOffered from './0048-push-offered.ts'
import * as token from './0049-token.ts'
import * as webhook from './0050-webhook.ts'
import * as changeLogVia from './0051-change-log-via.ts'
import * as davItem from './0052-dav-item.ts'
import * as proof from './0054-proof.ts'

/** Forward only; a published one never changes, and new ones only add: in a rolling update, old instances go on with them (not with 0041). */
export const migrations: Record<string, Migration> = {
  '0001-first': first,
  '0002-reset': reset,
  '0003-templates': templates,
  '0004-tally': tally,
  '0005-accounts': accounts,
  '0006-counts': counts,
  '0007-consent': consent,
  '0008-note': note,
  '0009-ticked-by': ticked,
  '0010-invite': invite,
  '0011-settings': settings,
  '0012-changed-by': changed,
  '0013-admission': admission,
  '0014-list-row': listRow,
  '0015-client-record': clientRecord,
  '0020-address-keys': addressKeys,
  '0021-email-change': emailChange,
  '0022-signed-out': signedOut,
  '0023-stored-codes': storedCodes,
  '0024-household': household,
  '0025-product-setting': productSetting,
  '0026-invite-proof': inviteProof,
  '0027-change-log': changeLog,
  '0028-trip': trip,
  '0029-push': push,
  '0030-guest': guest,
  '0031-trip-session': tripSession,
  '0032-picture': picture,
  '0033-list-timeline': listTimeline,
  '0034-currency': currency,
  '0035-recipe': recipe,
  '0036-purchase': purchase,
  '0037-owner-leaves': ownerLeaves,
  '0039-push-site': pushSite,
  '0040-trip-device': tripDevice,
  '0041-opaque-tokens': opaqueTokens,
  '0042-price-for': priceFor,
  '0043-habit': habit,
  '0045-again-of': againOf,
  '0046-last-price': lastPrice,
  '0047-category-budget': categoryBudget,
  '0048-push-offered': pushOffered,
  '0049-token': token,
  '0050-webhook': webhook,
  '0051-change-log-via': changeLogVia,
  '0052-dav-item': davItem,
  '0054-proof': proof,
}
