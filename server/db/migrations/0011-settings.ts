import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

type Builder = CreateTableBuilder<string, string>

/** An account's own settings: by list, whether it is pinned and when it was used; by shop, the order of the aisles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const table = async (name: string, key: string, columns: Record<string, 'text' | 'integer'>) => {
    let builder = db.schema.createTable(name) as Builder
    for (const [one, type] of Object.entries({ account_id: 'text', ...columns, updated_at: 'integer' }))
      builder = builder.addColumn(one, type === 'integer' && !isSqlite ? 'bigint' : (type as 'text'), (c) =>
        c.notNull(),
      )
    builder = builder
      .addPrimaryKeyConstraint(`${name}_key`, ['account_id', key] as never[])
      .addForeignKeyConstraint(`${name}_to_account`, ['account_id' as never], 'account', ['id'], (c) =>
        c.onDelete('cascade'),
      )
    await (isSqlite ? builder.modifyEnd(sql`strict`) : builder).execute()
  }
  await table('list_setting', 'list_id', { list_id: 'text', pinned: 'integer', used_at: 'integer' })
  await table('shop_setting', 'shop', { shop: 'text', categories: 'text' })
  // Deleting a list deletes everybody's settings for it.
  await db.schema.createIndex('list_setting_list').on('list_setting').columns(['list_id']).execute()
}
