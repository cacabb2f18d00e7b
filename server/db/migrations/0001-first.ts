import { type CreateTableBuilder, type Kysely, SqliteAdapter, sql } from 'kysely'

type Columns = Record<string, 'text' | 'integer' | { type: 'text' | 'integer'; default: string | number }>
const optionalText = { type: 'text', default: '' } as const
const never = { type: 'integer', default: 0 } as const

const belongsTo = (column: string, parent: string) => (builder: CreateTableBuilder<string, string>) =>
  builder.addForeignKeyConstraint(`to_${parent}`, [column], parent, ['id'], (c) => c.onDelete('cascade'))

export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter
  const table = async (
    name: string,
    key: string[],
    columns: Columns,
    rest?: (builder: CreateTableBuilder<string, string>) => CreateTableBuilder<string, string>,
  ) => {
    let builder = db.schema.createTable(name) as CreateTableBuilder<string, string>
    for (const [column, spec] of Object.entries(columns)) {
      const { type, default: fallback } = typeof spec === 'string' ? { type: spec, default: undefined } : spec
      builder = builder.addColumn(column, type === 'integer' && !isSqlite ? 'bigint' : type, (c) =>
        fallback === undefined ? c.notNull() : c.notNull().defaultTo(fallback),
      )
    }
    builder = builder.addPrimaryKeyConstraint(`${name}_key`, key)
    if (rest) builder = rest(builder)
    await (isSqlite ? builder.modifyEnd(sql`strict`) : builder).execute()
  }

  await table('meta', ['key'], { key: 'text', value: 'text' })
  await table(
    'account',
    ['id'],
    {
      id: 'text',
      email: 'text',
      email_key: 'text',
      password_hash: 'text',
      status: 'text',
      status_before: optionalText,
      language: 'text',
      name: optionalText,
      surname: optionalText,
      city: optionalText,
      image_name: optionalText,
      created_at: 'integer',
      terms_at: 'integer',
      activation_mailed_at: never,
      deleted_at: never,
    },
    (builder) => builder.addUniqueConstraint('account_email', ['email_key']),
  )
  await table(
    'activation',
    ['code_hash'],
    { code_hash: 'text', account_id: 'text', expires_at: 'integer', used_at: never },
    belongsTo('account_id', 'account'),
  )
  await table(
    'session',
    ['id'],
    {
      id: 'text',
      account_id: 'text',
      created_at: 'integer',
      access_at: 'integer',
      refreshed_at: 'integer',
      generation: 'integer',
      ended_at: never,
    },
    belongsTo('account_id', 'account'),
  )
  await table(
    'list',
    ['id'],
    {
      id: 'text',
      owner_id: 'text',
      name: 'text',
      name_norm: 'text',
      created_at: 'integer',
      hash: 'text',
      status: 'text',
      epoch: 'text',
      head: 'integer',
      floor: never,
      deleted_at: never,
    },
    belongsTo('owner_id', 'account'),
  )
  await table(
    'member',
    ['list_id', 'account_id'],
    { list_id: 'text', account_id: 'text', permission: 'text', created_at: 'integer' },
    (builder) => belongsTo('account_id', 'account')(belongsTo('list_id', 'list')(builder)),
  )
  await table(
    'product',
    ['list_id', 'id'],
    {
      list_id: 'text',
      id: 'text',
      name: 'text',
      name_norm: 'text',
      quantity: 'integer',
      unit: 'text',
      price: 'integer',
      price_unknown: 'integer',
      bought: 'integer',
      category_id: 'text',
      category: 'text',
      icon: 'text',
      shop: 'text',
      position: 'text',
      added_by: 'text',
      created_at: 'integer',
      ver: 'integer',
      field_ver: 'text',
      field_at: 'text',
      field_by: 'text',
      deleted_at: 'integer',
    },
    belongsTo('list_id', 'list'),
  )
  await table(
    'client',
    ['list_id', 'client_id'],
    { list_id: 'text', client_id: 'text', account_id: 'text', last_seq: 'integer' },
    belongsTo('list_id', 'list'),
  )
  await table(
    'operation',
    ['list_id', 'op_id'],
    {
      list_id: 'text',
      op_id: 'text',
      client_id: 'text',
      seq: 'integer',
      status: 'text',
      why: 'text',
      ver: 'integer',
      at: 'integer',
    },
    (builder) =>
      belongsTo(
        'list_id',
        'list',
      )(builder).addUniqueConstraint('operation_order', ['list_id', 'client_id', 'seq']),
  )
  await table(
    'idempotency',
    ['account_id', 'key'],
    {
      account_id: 'text',
      key: 'text',
      request_hash: 'text',
      status: 'integer',
      answer: 'text',
      at: 'integer',
    },
    belongsTo('account_id', 'account'),
  )
  await table('mail', ['id'], {
    id: 'text',
    to_address: 'text',
    kind: 'text',
    language: 'text',
    data: 'text',
    created_at: 'integer',
    next_at: 'integer',
    attempts: never,
  })
  await table(
    'attempt',
    ['id'],
    { id: 'text', account_id: 'text', kind: 'text', at: 'integer' },
    belongsTo('account_id', 'account'),
  )

  const index = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).on(on).columns(columns).execute()
  await index('activation_account', 'activation', ['account_id'])
  await index('session_account', 'session', ['account_id'])
  await index('list_owner', 'list', ['owner_id', 'created_at'])
  await index('member_account', 'member', ['account_id'])
  await index('product_version', 'product', ['list_id', 'ver'])
  await index('operation_age', 'operation', ['at'])
  await index('idempotency_age', 'idempotency', ['at'])
  await index('mail_due', 'mail', ['next_at'])
  await index('attempt_account', 'attempt', ['account_id', 'kind', 'at'])
  await db.schema
    .createIndex('list_hash')
    .unique()
    .on('list')
    .column('hash')
    .where(sql.ref('hash'), '<>', '')
    .execute()
}
