import { CompiledQuery, sql } from 'kysely'
import { isSqlite, type Trx } from '../../db/open.ts'
import { createSum, OperatorError, type Sum } from './pieces.ts'

export interface Table {
  name: string
  columns: { name: string; isInteger: boolean }[]
  /** the columns of the primary key */
  key: string[]
}

const pageOf = 1_000
/** Tables with foreign keys to them come first. */
const parents = ['account', 'list', 'template']

/** Returns the tables of the database, in any version, without those of the migrator. */
export async function tablesOf(trx: Trx): Promise<Table[]> {
  const query = isSqlite(trx)
    ? sql<Described>`select m.name as "table", c.name as "column", lower(c.type) as type, c.pk as place
        from sqlite_master m join pragma_table_info(m.name) c where m.type = 'table'`
    : sql<Described>`select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
        coalesce(array_position(i.indkey::int2[], a.attnum) + 1, 0) as place
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_index i on i.indrelid = c.oid and i.indisprimary
        where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`
  const { rows } = await query.execute(trx)
  const ours = rows.filter(({ table }) => !/^(sqlite|kysely)_/.test(table))
  const before = (name: string) => (parents.includes(name) ? parents.indexOf(name) : parents.length)
  const names = [...new Set(ours.map(({ table }) => table))].toSorted(
    (a, b) => before(a) - before(b) || (a < b ? -1 : 1),
  )
  return names.map((name) => {
    const columns = ours.filter(({ table }) => table === name)
    return {
      name,
      columns: columns
        .map(({ column, type }) => ({ name: column, isInteger: isInteger(name, column, type) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      key: columns
        .filter(({ place }) => Number(place) > 0)
        .toSorted((a, b) => Number(a.place) - Number(b.place))
        .map(({ column }) => column),
    }
  })
}

interface Described {
  table: string
  column: string
  type: string
  place: number
}

function isInteger(table: string, column: string, type: string): boolean {
  if (type === 'text') return false
  if (['integer', 'bigint'].includes(type)) return true
  throw new OperatorError(
    `The column ${column} of the table ${table} is none of Koszyk's. Nothing was changed.`,
  )
}

/** Returns the last migration that was applied; '' in an empty database. */
export async function schemaOf(trx: Trx): Promise<string> {
  const exists = isSqlite(trx)
    ? sql`select 1 from sqlite_master where name = 'kysely_migration'`
    : sql`select 1 from pg_class where relname = 'kysely_migration' and relnamespace = current_schema()::regnamespace`
  if ((await exists.execute(trx)).rows.length === 0) return ''
  const applied = await sql<{
    name: string
  }>`select name from kysely_migration order by name desc limit 1`.execute(trx)
  return applied.rows[0]?.name ?? ''
}

/** Yields all rows in the order of their key, page by page. */
export async function* rowsOf(trx: Trx, { name, columns, key }: Table): AsyncGenerator<string[][]> {
  const integer = sql.raw(isSqlite(trx) ? 'integer' : 'bigint')
  const isInteger = new Set(columns.filter((column) => column.isInteger).map((column) => column.name))
  const selected = sql.join(
    columns.map((column) =>
      column.isInteger
        ? sql`cast(${sql.ref(column.name)} as text) as ${sql.id(column.name)}`
        : sql.ref(column.name),
    ),
  )
  // Qualified with the table: otherwise PostgreSQL would order by the selected column, which is a number cast to text.
  const keys = sql.join(key.map((column) => sql.ref(`${name}.${column}`)))
  let after: string[] | undefined
  for (;;) {
    const values = after?.map((value, i) =>
      isInteger.has(key[i] ?? '') ? sql`cast(${value} as ${integer})` : sql`${value}`,
    )
    const page = await sql<Record<string, string>>`select ${selected} from ${sql.table(name)}
      ${values ? sql`where (${keys}) > (${sql.join(values)})` : sql``}
      order by ${keys} limit ${sql.lit(pageOf)}`.execute(trx)
    if (page.rows.length > 0) yield page.rows.map((row) => columns.map((column) => row[column.name] ?? ''))
    const last = page.rows.at(-1)
    if (!last || page.rows.length < pageOf) return
    after = key.map((column) => last[column] ?? '')
  }
}

export async function countRows(trx: Trx, tables: readonly Table[]): Promise<number> {
  let all = 0
  for (const { name } of tables) {
    const { rows } = await sql<{
      count: number | string
    }>`select count(*) as count from ${sql.table(name)}`.execute(trx)
    all += Number(rows[0]?.count)
  }
  return all
}

/** @param onRows gets how many more rows were read */
export async function sumOf(trx: Trx, table: Table, onRows?: (count: number) => void): Promise<Sum> {
  const sum = createSum()
  for await (const rows of rowsOf(trx, table)) {
    sum.add(rows)
    onRows?.(rows.length)
  }
  return sum.get()
}

export async function insertRows(
  trx: Trx,
  { name, columns }: Table,
  rows: readonly string[][],
): Promise<void> {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  if (isSqlite(trx)) {
    // The tables are strict: SQLite stores a text as an integer where the column is one.
    const insert = `insert into "${name}" (${names}) values (${columns.map(() => '?').join(', ')})`
    for (const row of rows) await trx.executeQuery(CompiledQuery.raw(insert, row))
    return
  }
  const arrays = columns.map((column, i) => `$${i + 1}::${column.isInteger ? 'bigint' : 'text'}[]`).join(', ')
  const insert = `insert into "${name}" (${names}) select * from unnest(${arrays})`
  const values = columns.map((_, i) => rows.map((row) => row[i]))
  await trx.executeQuery(CompiledQuery.raw(insert, values))
}
