import type { Db } from '../../../server/db/open.ts'
import type { Schema } from '../../../server/db/schema.ts'
import type { Layout } from './touched.ts'

/** How the tables would be spread over several machines: by which column, '' if each machine has a copy. */
export const keys: Readonly<Record<keyof Schema, string>> = {
  list: 'id',
  member: 'list_id',
  product: 'list_id',
  dav_item: 'list_id',
  purchase: 'list_id',
  client: 'list_id',
  operation: 'list_id',
  change_log: 'list_id',
  trip: 'list_id',
  trip_device: 'list_id',
  invite: 'list_id',
  guest_link: 'list_id',

  // Names of people are read with every product.
  account: '',
  meta: '',
  push_key: '',

  household: 'account_id',
  idempotency: 'account_id',
  email_change: 'account_id',
  attempt: 'account_id',
  category: 'account_id',
  barcode: 'account_id',
  list_setting: 'account_id',
  shop_setting: 'account_id',
  product_setting: 'account_id',
  purchase_reader: 'account_id',
  push_device: 'account_id',
  push_event: 'account_id',

  session: 'id',
  token: 'account_id',
  proof: 'kind',
  webhook: 'account_id',
  webhook_delivery: 'webhook_id',
  activation: 'code_hash',
  reset: 'code_hash',
  admission: 'code_hash',
  mail: 'id',
  picture: 'name',
  tally: 'key',
  template: 'id',
  template_product: 'template_id',
}

/** Reads the columns of the tables in this database. */
export async function layoutOf(db: Db): Promise<Layout> {
  const tables = await db.introspection.getTables()
  const columns = tables.map(
    ({ name, columns: all }) => [name, new Set(all.map((column) => column.name))] as const,
  )
  return {
    columns: new Map(columns),
    keyOf(table) {
      if (!Object.hasOwn(keys, table)) throw new Error(`the table ${table} has no key in layout.ts`)
      return keys[table as keyof Schema]
    },
  }
}
