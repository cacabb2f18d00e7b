import type { FieldColumns, TemplateField } from '../../core/product/table.ts'
import type { Generated } from 'kysely'
import type { Difficulty, Language, ListStatus, Permission, Unit } from '../../core/product/entities.ts'

/**
 * One schema for two dialects: booleans are 0 and 1, times epoch ms with 0 for 'never', money and
 * quantities hundredths, JSON text, and nothing is null: '' stands for 'none'.
 */
export interface Schema {
  meta: { key: string; value: string }
  account: AccountTable
  activation: ActivationTable
  session: SessionTable
  reset: ResetTable
  list: ListTable
  member: MemberTable
  product: ProductTable
  client: { list_id: string; client_id: string; account_id: string; last_seq: number }
  operation: OperationTable
  idempotency: IdempotencyTable
  mail: MailTable
  tally: { key: string; count: number; ends_at: number }
  /** the newest signs; each is accepted as long as what it signed may live */
  signing_key: { number: number; secret: string; from_at: number }
  attempt: { id: string; account_id: string; kind: string; at: number }
  template: TemplateTable
  template_product: TemplateProductTable
  category: CategoryTable
  barcode: BarcodeTable
}

export interface AccountTable {
  id: string
  /** as typed; email_key is what is compared */
  email: string
  email_key: string
  password_hash: string
  status: 'A' | 'N' | 'D'
  /** what a deleted account becomes again when its owner logs in */
  status_before: 'A' | 'N' | ''
  language: Language
  name: Generated<string>
  surname: Generated<string>
  city: Generated<string>
  image_name: Generated<string>
  created_at: number
  terms_at: number
  activation_mailed_at: Generated<number>
  deleted_at: Generated<number>
}

export interface ActivationTable {
  code_hash: string
  account_id: string
  /** 0 once a newer code replaced this one */
  expires_at: number
  used_at: Generated<number>
}

/** Links that set a new password; an account_id without an account stands for an unknown address. */
export interface ResetTable {
  code_hash: string
  account_id: string
  created_at: number
  /** 0 once a newer code replaced this one, or it was used */
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
  generation: number
  ended_at: Generated<number>
  /** such as 'Firefox, Windows'; '' for what is no browser */
  device: Generated<string>
  /** when an access token of the newest pair was first used; 0 while it may not have arrived */
  used_at: Generated<number>
  /** the generation whose pair was asked for a second time, much later, and that nobody used since */
  doubled: Generated<number>
  /** 1: the cookie counts only together with an access token of this session */
  bound: Generated<number>
  /** 1: its cookie may have the name from before */
  plain_cookie: number
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
  /** another one after a restored backup */
  epoch: string
  /** the version of the newest change */
  head: number
  /** tombstones up to this version are pruned */
  floor: Generated<number>
  deleted_at: Generated<number>
  /** how many products live in it, and how many of them are bought */
  living: Generated<number>
  bought: Generated<number>
  /** what they cost together, in ten-thousandths of a złoty; a bigint where that may be beyond 2^53 */
  amount: Generated<number | bigint>
}

export interface MemberTable {
  list_id: string
  account_id: string
  permission: Permission
  created_at: number
  /** 1 once this person has opened the list or changed something in it: before that both are strangers */
  accepted: number
}

/** What stands beside the fields of a product, in its list and in a template alike. */
interface Derived {
  name_norm: string
  /** 1: nobody gave a price */
  price_unknown: number
  /** as the writer's categories had them at the moment of writing */
  category_id: string
  icon: string
}

export interface ProductTable extends FieldColumns, Derived {
  list_id: string
  id: string
  added_by: string
  created_at: number
  ver: number
  /** stamps by field, '*' for all that are not named */
  field_ver: string
  field_at: string
  field_by: string
  deleted_at: number
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
  created_at: number
  deleted_at: number
  /** how many it has */
  products: Generated<number>
}

export interface TemplateProductTable extends FieldColumns<TemplateField>, Derived {
  template_id: string
  id: string
  /** its number in the order of the template */
  place: number
}

/** Own categories; the built-in ones stand in seed/catalogue.ts. */
export interface CategoryTable {
  id: string
  account_id: string
  name: string
  icon: string
  /** a JSON array of texts */
  keywords: string
  created_at: number
}

/** What an account calls a code; every way of writing the same code is kept as one. */
export interface BarcodeTable {
  account_id: string
  code: string
  name: string
  unit: Unit
  category: string
  price: number
  price_unknown: number
  updated_at: number
}
