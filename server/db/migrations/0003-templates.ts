import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

type Builder = CreateTableBuilder<string, string>

/** Templates, own categories and barcodes. Built-in data is in seed/, not in a table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const table = async (
    name: string,
    key: string[],
    columns: Record<string, 'text' | 'integer'>,
    [column, parent]: [column: string, parent: string],
  ) => {
    let builder = db.schema.createTable(name) as Builder
    for (const [one, type] of Object.entries(columns))
      builder = builder.addColumn(one, type === 'integer' && !isSqlite ? 'bigint' : type, (c) => c.notNull())
    builder = builder
      .addPrimaryKeyConstraint(`${name}_key`, key as never[])
      .addForeignKeyConstraint(`${name}_to_${parent}`, [column as never], parent, ['id'], (c) =>
        c.onDelete('cascade'),
      )
    await (isSqlite ? builder.modifyEnd(sql`strict`) : builder).execute()
  }
  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute()

  await table(
    'template',
    ['id'],
    {
      id: 'text',
      owner_id: 'text',
      name: 'text',
      name_norm: 'text',
      description: 'text',
      difficulty: 'text',
      is_public: 'integer',
      image: 'text',
      created_at: 'integer',
      deleted_at: 'integer',
    },
    ['owner_id', 'account'],
  )
  await table(
    'template_product',
    ['template_id', 'id'],
    {
      template_id: 'text',
      id: 'text',
      name: 'text',
      name_norm: 'text',
      quantity: 'integer',
      unit: 'text',
      price: 'integer',
      price_unknown: 'integer',
      category_id: 'text',
      category: 'text',
      icon: 'text',
      shop: 'text',
      place: 'integer',
    },
    ['template_id', 'template'],
  )
  await table(
    'category',
    ['id'],
    { id: 'text', account_id: 'text', name: 'text', icon: 'text', keywords: 'text', created_at: 'integer' },
    ['account_id', 'account'],
  )
  await table(
    'barcode',
    ['account_id', 'code'],
    {
      account_id: 'text',
      code: 'text',
      name: 'text',
      unit: 'text',
      category: 'text',
      price: 'integer',
      price_unknown: 'integer',
      updated_at: 'integer',
    },
    ['account_id', 'account'],
  )
  await index('template_owner', 'template', ['owner_id', 'created_at'])
  await index('template_public', 'template', ['is_public', 'created_at'])
  await index('category_account', 'category', ['account_id', 'created_at'])
  await index('barcode_code', 'barcode', ['code'])
  await index('product_author', 'product', ['added_by'])
}
