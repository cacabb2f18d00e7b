import { CompiledQuery, sql } from 'kysely'
import { isSqlite, type Trx } from '../../db/open.ts'
import { createSum, OperatorError, type Sum } from './pieces.ts'

export interface Table {
  name: string
  columns: Column[]
  /** the columns of the primary key */
  key: string[]
}

interface Column {
  name: string
  type: 'text' | 'integer' | 'bytes'
}

/** How many rows are read at once. A page is a line of a backup, and a picture as text has up to 150 KB. */
const pageOf = { rows: 1_000, rowsWithBytes: 20 }
/** Tables with foreign keys to them come first. */
const parents = ['account', 'list', 'template', 'product']

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
        .map(({ column, type }) => ({ name: column, type: typeOf(name, column, type) }))
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

function typeOf(table: string, column: string, type: string): Column['type'] {
  if (type === 'text') return 'text'
  if (['integer', 'bigint'].includes(type)) return 'integer'
  if (['blob', 'bytea'].includes(type)) return 'bytes'
  throw new OperatorError(
    `The column ${column} of the table ${table} is none of Koszyk's. Nothing was changed.`,
  )
}

export interface Applied {
  name: string
  /** ISO time */
  timestamp: string
}

/** Returns the migrations that were applied, in order; none in an empty database. */
export async function appliedTo(trx: Trx): Promise<Applied[]> {
  const exists = isSqlite(trx)
    ? sql`select 1 from sqlite_master where name = 'kysely_migration'`
    : sql`select 1 from pg_class where relname = 'kysely_migration' and relnamespace = current_schema()::regnamespace`
  if ((await exists.execute(trx)).rows.length === 0) return []
  const { rows } = await sql<Applied>`select name, timestamp from kysely_migration`.execute(trx)
  return rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Returns the last migration that was applied; '' in an empty database. */
export async function schemaOf(trx: Trx): Promise<string> {
  return (await appliedTo(trx)).at(-1)?.name ?? ''
}

/** Yields all rows in the order of their key, page by page. Every value is text, see pieces.ts. */
export async function* rowsOf(trx: Trx, { name, columns, key }: Table): AsyncGenerator<string[][]> {
  const integer = sql.raw(isSqlite(trx) ? 'integer' : 'bigint')
  const integers = new Set(columns.filter(({ type }) => type === 'integer').map((column) => column.name))
  const page = columns.some(({ type }) => type === 'bytes') ? pageOf.rowsWithBytes : pageOf.rows
  const selected = sql.join(
    columns.map((column) =>
      column.type === 'integer'
        ? sql`cast(${sql.ref(column.name)} as text) as ${sql.id(column.name)}`
        : sql.ref(column.name),
    ),
  )
  // Qualified with the table: otherwise PostgreSQL would order by the selected column, which is a number cast to text.
  const keys = sql.join(key.map((column) => sql.ref(`${name}.${column}`)))
  let after: string[] | undefined
  for (;;) {
    const values = after?.map((value, i) =>
      integers.has(key[i] ?? '') ? sql`cast(${value} as ${integer})` : sql`${value}`,
    )
    const { rows } = await sql<Record<string, string | Buffer>>`select ${selected} from ${sql.table(name)}
      ${values ? sql`where (${keys}) > (${sql.join(values)})` : sql``}
      order by ${keys} limit ${sql.lit(page)}`.execute(trx)
    if (rows.length > 0) yield rows.map((row) => columns.map(({ name: column }) => textOf(row[column])))
    const last = rows.at(-1)
    if (!last || rows.length < page) return
    after = key.map((column) => textOf(last[column]))
  }
}

function textOf(value: string | Buffer = ''): string {
  return typeof value === 'string' ? value : value.toString('base64')
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

const postgresType = { text: 'text', integer: 'bigint', bytes: 'bytea' } as const

export async function insertRows(
  trx: Trx,
  { name, columns }: Table,
  rows: readonly string[][],
): Promise<void> {
  const names = columns.map((column) => `"${column.name}"`).join(', ')
  const valueOf = (text: string | undefined, column: number) =>
    columns[column]?.type === 'bytes' ? Buffer.from(text ?? '', 'base64') : text
  if (isSqlite(trx)) {
    // The tables are strict: SQLite stores a text as an integer where the column is one.
    const insert = `insert into "${name}" (${names}) values (${columns.map(() => '?').join(', ')})`
    for (const row of rows) await trx.executeQuery(CompiledQuery.raw(insert, row.map(valueOf)))
    return
  }
  const arrays = columns.map(({ type }, i) => `$${i + 1}::${postgresType[type]}[]`).join(', ')
  const insert = `insert into "${name}" (${names}) select * from unnest(${arrays})`
  const values = columns.map((_, i) => rows.map((row) => valueOf(row[i], i)))
  await trx.executeQuery(CompiledQuery.raw(insert, values))
}
