import { type Kysely, SqliteAdapter, sql } from 'kysely'

/** Counts stored in the list's row, and the indexes without which long work would scan whole tables. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const integer = db.getExecutor().adapter instanceof SqliteAdapter ? 'integer' : 'bigint'
  const count = async (table: string, column: string) =>
    db.schema
      .alterTable(table)
      .addColumn(column, integer, (c) => c.notNull().defaultTo(0))
      .execute()
  for (const column of ['living', 'bought', 'amount']) await count('list', column)
  await count('template', 'products')
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute()
  await index('product_place', 'product', ['list_id', 'deleted_at', 'position', 'id'])
  await index('list_living', 'list', ['owner_id', 'deleted_at', 'created_at'])
  await index('template_living', 'template', ['owner_id', 'deleted_at', 'created_at'])
  await index('template_place', 'template_product', ['template_id', 'place', 'id'])
  await index('operation_list', 'operation', ['list_id', 'at'])
  await index('client_account', 'client', ['account_id'])
  await index('tally_end', 'tally', ['ends_at'])
  await index('attempt_age', 'attempt', ['at'])
  await index('mail_age', 'mail', ['created_at'])
  await index('mail_address', 'mail', ['to_address'])
  await index('session_age', 'session', ['refreshed_at'])
  await index('session_end', 'session', ['ended_at'])
  await index('activation_end', 'activation', ['expires_at'])
  await index('account_removal', 'account', ['status', 'deleted_at'])
  await db.schema
    .createIndex('product_deleted')
    .on('product')
    .column('deleted_at')
    .where(sql.ref('deleted_at'), '>', sql.lit(0))
    .execute()
  await sql`update list set
    living = coalesce((select count(*) from product where list_id = list.id and product.deleted_at = 0), 0),
    bought = coalesce((select sum(p.bought) from product p where p.list_id = list.id and p.deleted_at = 0), 0),
    amount = coalesce((select sum(case p.price_unknown when 0 then p.price * p.quantity else 0 end)
      from product p where p.list_id = list.id and p.deleted_at = 0), 0)`.execute(db)
  await sql`update template set
    products = (select count(*) from template_product where template_id = template.id)`.execute(db)
}
