import type { Generated } from 'kysely'
import type { PushKind } from '../../core/product/push-kinds.ts'
import type {
  Difficulty,
  Language,
  ListStatus,
  Permission,
  PriceFor,
  Unit,
} from '../../core/product/entities.ts'
import type { Scope } from '../../core/product/scopes.ts'
import type { FieldColumns, TemplateField } from '../../core/product/table.ts'

/**
 * One schema for two dialects. Booleans are 0 and 1, times are epoch ms with 0 for 'never', money and
 * quantities are hundredths, JSON is text, bytes are a Buffer. Nothing is null: '' stands for 'none'.
 */
export interface Schema {
  meta: { key: string; value: string }
  account: AccountTable
  picture: PictureTable
  activation: ActivationTable
  session: SessionTable
  token: TokenTable
  proof: ProofTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  reset: ResetTable
  email_change: EmailChangeTable
  list: ListTable
  member: MemberTable
  household: HouseholdTable
  invite: InviteTable
  admission: AdmissionTable
  product: ProductTable
  dav_item: DavItemTable
  purchase: PurchaseTable
  purchase_reader: PurchaseReaderTable
  client: ClientTable
  operation: OperationTable
  change_log: ChangeLogTable
  idempotency: IdempotencyTable
  mail: MailTable
  tally: { key: string; count: number; ends_at: number }
  attempt: { id: string; account_id: string; kind: string; at: number }
  template: TemplateTable
  template_product: TemplateProductTable
  category: CategoryTable
  barcode: BarcodeTable
  list_setting: ListSettingTable
  shop_setting: ShopSettingTable
  product_setting: ProductSettingTable
  trip: TripTable
  trip_device: TripDeviceTable
  guest_link: GuestLinkTable
  /** one row: the key pair that identifies this server to push services */
  push_key: { id: string; public_key: string; private_key: string }
  push_device: PushDeviceTable
  push_event: PushEventTable
}

export interface AccountTable {
  id: string
  /** as typed; compared by email_key */
  email: string
  email_key: string
  password_hash: string
  status: 'A' | 'N' | 'D'
  /** the status that a deleted account gets back when its owner logs in */
  status_before: 'A' | 'N' | ''
  language: Language
  name: Generated<string>
  surname: Generated<string>
  city: Generated<string>
  /** the name of its row in `picture`; '' for none */
  image_name: Generated<string>
  created_at: number
  terms_at: number
  activation_mailed_at: Generated<number>
  deleted_at: Generated<number>
  /** 1: the others are not told when it shops */
  quiet_trips: Generated<number>
  push_offered: Generated<number>
  /** of its new lists and its budget; ISO 4217 */
  currency: Generated<string>
  /** what it wants to spend in a month, in hundredths; 0 for none */
  budget: Generated<number>
  /** JSON: pairs of a category and its budget in hundredths, the one set last at the end */
  category_budgets: Generated<string>
  /** the only list of a guest, and the link that made the guest; '' for a person with an account */
  guest_of: Generated<string>
  guest_link: Generated<string>
}

/** The picture of an account, which has at most one. */
export interface PictureTable {
  /** part of its address; its random part is the only protection, and it never names other bytes */
  name: string
  account_id: string
  /** a WebP of 256 × 256 pixels */
  bytes: Buffer
  created_at: number
}

export interface ActivationTable {
  code_hash: string
  account_id: string
  /** 0 once a newer code replaced this one */
  expires_at: number
  used_at: Generated<number>
}

/** Password reset links; for an unknown address, account_id belongs to no account. */
export interface ResetTable {
  code_hash: string
  account_id: string
  created_at: number
  /** 0 once a newer code replaced this one, or it was used */
  expires_at: number
}

/** A new address that waits for the codes from the new and the old mailbox; at most one per account. */
export interface EmailChangeTable {
  account_id: string
  email: string
  email_key: string
  /** hashed like passwords, because all 8-digit codes could be tried against a fast hash */
  old_code: string
  new_code: string
  /** how often codes were given, right or wrong */
  tries: Generated<number>
  expires_at: number
}

export interface SessionTable {
  id: string
  account_id: string
  created_at: number
  /** when the access token now in use was made */
  access_at: number
  /** when the newest refresh token was made */
  refreshed_at: number
  /** the number of the newest refresh token */
  refreshes: number
  /** with it the next refresh token is made from the one that a device shows; no device knows it */
  salt: Generated<string>
  /** hashes of the newest tokens, separated by spaces; '' in a backup */
  tokens: Generated<string>
  ended_at: Generated<number>
  /** 1: ended by its user (sign-out, new password …), see `EndedBy`; 0: active, or ended by the server or operator */
  signed_out: Generated<number>
  /** such as 'Firefox, Windows'; '' if not recognised */
  device: Generated<string>
  /** when an access token of the newest pair was first used; 0 while it may not have arrived */
  used_at: Generated<number>
  /** the number of the refresh token whose pair was requested again much later and has not been used since */
  doubled: Generated<number>
  /** 1: the cookie is accepted only together with an access token of this session */
  bound: Generated<number>
  /** 1: its cookie may still have the old name without the prefix */
  plain_cookie: number
}

/** A personal token of an account, with which another app makes its calls. */
export interface TokenTable {
  id: string
  account_id: string
  name: string
  /** '' in a backup */
  hash: string
  scope: Scope
  /** JSON: the ids of the only lists that it opens; '[]': all */
  lists: string
  created_at: number
  /** 0: never */
  expires_at: number
  /** 0: not yet */
  used_at: number
}

/** What is good once, and leads one step on; it opens nothing else. */
export type StepKind =
  | 'passkey challenge'
  | 'new passkey'
  | 'second factor'
  | 'sent to provider'
  | 'provider'
  | 'grant'
export type ProofKind = 'passkey' | 'totp' | 'recovery' | 'linked' | StepKind

/** What proves beside the password who somebody is: for good, or for one step of a log-in. */
export interface ProofTable {
  kind: ProofKind
  /** a passkey's id, the account's id for TOTP, the issuer and subject of a linked account; of all codes the hash */
  key: string
  account_id: Generated<string>
  name: Generated<string>
  /** of a passkey, base64url */
  public_key: Generated<string>
  /** of TOTP, base32, or what a step hands to the next; '' in a backup */
  secret: Generated<string>
  /** a passkey's own, or the period of the newest code of TOTP that was used */
  counter: Generated<number>
  created_at: number
  used_at: Generated<number>
  /** 0: never */
  expires_at: Generated<number>
}

/** An address that is told what changes in lists. */
export interface WebhookTable {
  id: string
  account_id: string
  url: string
  /** signs what it is told */
  secret: string
  /** JSON: the ids of the only lists; '[]': all */
  lists: string
  /** JSON: see `hookEvents` */
  events: string
  created_at: number
}

/** What a webhook is told of one transaction. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  list_id: string
  body: string
  created_at: number
  /** when it is tried, or tried again if this attempt does not end */
  next_at: number
  /** from then on it is not tried again */
  ends_at: number
  attempts: number
  /** of the last answer; 0: none */
  status: number
  /** 0: it waits */
  done_at: number
}

export interface ListTable {
  id: string
  owner_id: string
  name: string
  name_norm: string
  created_at: number
  /** the share link; '' when it is off */
  hash: string
  status: ListStatus
  /** of all its prices; ISO 4217 */
  currency: Generated<string>
  /** changes when a backup is restored, and with the timeline */
  epoch: string
  /** PostgreSQL's timeline of the newest change; 0 if it is not known */
  timeline: Generated<number>
  /** the version of the newest change */
  head: number
  /** tombstones up to this version are pruned */
  floor: Generated<number>
  deleted_at: Generated<number>
  /** when it goes because its owner deletes the account; 0: it stays */
  ends_at: Generated<number>
  /** the deleted account whose list it was before somebody took it over; '' for none */
  taken_from: Generated<string>
  /** the list that goes on as this one; '' for none */
  again_of: Generated<string>
  /** the number of its products that are not deleted, and how many of them are bought */
  living: Generated<number>
  bought: Generated<number>
  /** their total cost in ten-thousandths of the currency's unit; a bigint where it may be beyond 2^53 */
  amount: Generated<number | bigint>
  /** the version of its own row, 0 while name and status are the original ones; then the row's stamps */
  ver: Generated<number>
  field_ver: Generated<string>
  field_at: Generated<string>
  field_by: Generated<string>
}

export interface MemberTable {
  list_id: string
  account_id: string
  permission: Permission
  created_at: number
  /** 1 once this person has opened or changed the list; before that, the others do not see the name */
  accepted: number
  /** when the owner changed the permission; 0: it is the first one */
  changed_at: Generated<number>
}

/** Somebody who gets every new list of the account. */
export interface HouseholdTable {
  account_id: string
  person_id: string
  /** '' if the account was asked and does not want it */
  permission: Permission | ''
}

/** A link that makes one person a member of a list. It is over once it is used, revoked or expired. */
export interface InviteTable {
  /** the hash of its code; it identifies the invitation to its owner, but cannot be used to join */
  code: string
  list_id: string
  /** as typed, '' for a link that was not mailed; erased when it is used or revoked */
  email: string
  email_key: string
  permission: Permission
  created_at: number
  expires_at: number
  used_at: Generated<number>
  used_by: Generated<string>
  revoked_at: Generated<number>
  /** when somebody registered with it, on a server where registering takes an invitation; it admits 1 person */
  registered_at: Generated<number>
  /**
   * the hash of the secret in the mailed link, which proves the mailbox and lets its owner register; '' if it was not
   * mailed; erased together with the address
   */
  proof_hash: Generated<string>
  /** the account that asked to use it although it was mailed to another address, '' for none; and when */
  asked_by: Generated<string>
  asked_at: Generated<number>
}

/** A link from the operator that lets one person register, whatever REGISTRATION says. */
export interface AdmissionTable {
  code_hash: string
  /** '' once it is used or replaced */
  email_key: string
  created_at: number
  expires_at: number
  registered_at: Generated<number>
  revoked_at: Generated<number>
}

/** Columns derived from a product's fields, in a list and in a template alike. */
interface Derived {
  name_norm: string
  /** 1: the price is unknown */
  price_unknown: number
  /** from the writer's categories at the time of writing */
  category_id: string
  icon: string
}

export interface ProductTable extends FieldColumns, Derived {
  list_id: string
  id: string
  added_by: string
  /** the account that ticked it last; '' while it is not bought */
  ticked_by: Generated<string>
  /**
   * when it was ticked, as typed on the device; 0 while it is not bought, or was removed from spending. Negative while it
   * is not bought, but the tick before is kept in `purchase`, with that time
   */
  ticked_at: Generated<number>
  /** the account that last changed or deleted it */
  changed_by: Generated<string>
  created_at: number
  ver: number
  /** JSON: stamps by field, with '*' for all fields that are not listed */
  field_ver: string
  field_at: string
  field_by: string
  deleted_at: number
}

/**
 * A purchase that its product no longer shows: the product was unticked for the next time, or is gone. With the products
 * that are ticked, these are all purchases, see lists/purchases/spending.ts.
 */
export interface PurchaseTable {
  list_id: string
  product_id: string
  ticked_at: number
  price: number
  quantity: number
  unit: Unit
  price_for: PriceFor
  /** '' in lists that were deleted before version 0043: only their sums are shown */
  name: string
  category: string
  shop: string
  /** 1: the price is unknown */
  price_unknown: number
  /** ISO 4217 */
  currency: string
  /** when this row was written, by the server's clock */
  at: number
}

/** Who could edit a list when it was deleted, its owner too: they go on seeing what it cost. */
export interface PurchaseReaderTable {
  account_id: string
  list_id: string
  /** when the list was deleted */
  deleted_at: number
}

/** The place of one client in its sequence of operations. */
export interface ClientTable {
  list_id: string
  client_id: string
  account_id: string
  last_seq: number
  /** its last refused operations on rows that do not exist, see lists/store/refusals.ts */
  refused: Generated<string>
  /** when it last sent an operation */
  at: Generated<number>
}

export interface OperationTable {
  list_id: string
  op_id: string
  client_id: string
  seq: number
  status: 'applied' | 'rejected' | 'stale'
  why: string
  ver: number
  at: number
}

/** One applied change of a list or its products, see lists/store/change-log.ts. Several fields may share a version. */
export interface ChangeLogTable {
  list_id: string
  ver: number
  /** '' for an added or deleted product */
  field: string
  what: 'add' | 'set' | 'delete' | 'list'
  /** '' for a change of the list itself */
  product_id: string
  product_name: string
  account_id: string
  /** the name of the personal token it was made with; '' for our own app */
  via: string
  /** JSON, '' for none; of a deleted product all its values */
  old_value: string
  new_value: string
  at: number
}

export interface IdempotencyTable {
  account_id: string
  key: string
  request_hash: string
  status: number
  answer: string
  at: number
}

export interface MailTable {
  id: string
  to_address: string
  kind: string
  language: Language
  data: string
  created_at: number
  next_at: number
  attempts: Generated<number>
}

export interface TemplateTable {
  id: string
  owner_id: string
  name: string
  name_norm: string
  description: string
  difficulty: Difficulty
  is_public: number
  image: string
  /** of all its prices; ISO 4217 */
  currency: Generated<string>
  created_at: number
  deleted_at: number
  /** the number of its products */
  products: Generated<number>
  /** for how many portions it is; 0: it does not say */
  portions: Generated<number>
  /** the address of the recipe that it is from; '' for none */
  source: Generated<string>
}

export interface TemplateProductTable extends FieldColumns<TemplateField>, Derived {
  template_id: string
  id: string
  /** its number in the order of the template */
  place: number
}

/** Users' own categories; the built-in ones are in seed/catalogue.ts. */
export interface CategoryTable {
  id: string
  account_id: string
  name: string
  icon: string
  /** a JSON array of texts */
  keywords: string
  created_at: number
}

/** An account's names for barcodes; all spellings of a code are stored as one. */
export interface BarcodeTable {
  account_id: string
  code: string
  name: string
  unit: Unit
  category: string
  price: number
  price_unknown: number
  /** of the price; ISO 4217 */
  currency: Generated<string>
  updated_at: number
}

/** An account's settings for a list; the list need not exist (yet, or any more). */
export interface ListSettingTable {
  account_id: string
  list_id: string
  pinned: number
  used_at: number
  updated_at: number
}

/** The order of a shop's aisles for one account. */
export interface ShopSettingTable {
  account_id: string
  /** '' stands for every shop that has no order of its own */
  shop: string
  /** a JSON array of category names */
  categories: string
  updated_at: number
}

/** How often an account buys a product, as set by hand. */
export interface ProductSettingTable {
  account_id: string
  /** as typed; the product key is computed where it is read */
  name: string
  /** every so many days; 0: never due */
  days: number
  updated_at: number
}

/** A link with which guests change one list without an account. */
export interface GuestLinkTable {
  /** the hash of its code */
  code: string
  list_id: string
  permission: 'edit' | 'shopping'
  /** what the owner called it, '' for nothing */
  name: string
  created_at: number
  expires_at: number
  revoked_at: Generated<number>
}

/** Somebody who is shopping from a list now. */
export interface TripTable {
  list_id: string
  account_id: string
  /** '' if it is not known */
  shop: string
  /** it counts for 4 hours at most */
  started_at: number
  /** the device that began it; older versions read it, see `trip_device` */
  session_id: string
}

/** A device of somebody who is shopping. */
export interface TripDeviceTable {
  list_id: string
  account_id: string
  session_id: string
  /** when its page last said so */
  seen_at: number
}

/** A browser that gets an account's notifications for as long as its session lasts. */
export interface PushDeviceTable {
  account_id: string
  /** chosen by the client */
  device_id: string
  session_id: string
  /** where its push service takes messages; each is registered once */
  endpoint: string
  /** the host name in `endpoint`, and the site that it belongs to ('' for devices of an older version) */
  host: string
  site: Generated<string>
  /** the browser's public key and its secret, base64url (RFC 8291) */
  p256dh: string
  auth: string
  language: Language
  /** JSON: which kinds it gets, where a list differs, and its quiet hours ('' for none) */
  kinds: string
  lists: string
  quiet: string
  created_at: number
  updated_at: number
  /** how often sending failed since it last worked, and the time before which it is not tried again */
  failures: Generated<number>
  retry_at: Generated<number>
  /** 1: its push service has taken a message for it */
  worked: Generated<number>
  /** since when its push service refuses every message; 0: it does not */
  refused_at: Generated<number>
}

/** The outbox of notifications: one row for each device, written in the transaction that causes it. */
export interface PushEventTable {
  account_id: string
  device_id: string
  id: string
  list_id: string
  kind: PushKind
  /** the account that caused it */
  actor_id: string
  /** a JSON array of at most 3 product names, and how many products there are */
  names: string
  amount: number
  shop: string
  at: number
  /** it is not sent before: later ones of its list may follow, or the device has quiet hours */
  next_at: number
  /** an instance is sending it; if that instance dies, another one may try after this time */
  claimed_until: Generated<number>
  attempts: Generated<number>
}

/** What calendar programs call a product, where that is not its id, and what they wrote that it has no field for. */
export interface DavItemTable {
  list_id: string
  product_id: string
  /** the last part of its address */
  name: string
  uid: string
  /** iCalendar, '' for nothing */
  source: string
}
