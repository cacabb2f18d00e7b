import {
  type Compilable,
  type CompiledQuery,
  type DatabaseConnection,
  type Insertable,
  type InsertQueryBuilder,
  type InsertResult,
  type QueryResult,
  type RawBuilder,
  sql,
  type SqlBool,
} from 'kysely'
import { type Db, isSqlite, type Trx } from './open.ts'
import type { NamedQuery } from './query.ts'
import type { Schema } from './schema.ts'

/** A placeholder for a value in a compiled statement. */
class Place {
  readonly name: string
  /** compiled for arrays of exactly 1 element */
  readonly isOne: boolean
  constructor(name: string, isOne: boolean) {
    this.name = name
    this.isOne = isOne
  }
}

/** A placeholder for the only element of an array. */
class PlaceOfOne {
  readonly name: string
  constructor({ name }: Place) {
    this.name = name
  }
}

export interface Statement<V, R> {
  rows: (db: Db | Trx, values: V) => Promise<R[]>
  first: (db: Db | Trx, values: V) => Promise<R | undefined>
  /** Returns the query with these values, for the caller to run. */
  with: (db: Db | Trx, values: V) => NamedQuery<R>
}

let made = 0

/**
 * Makes a frequent query that is compiled once for each kind of database, because Kysely takes longer to build and
 * compile it than SQLite takes to run it. PostgreSQL keeps it prepared. `build` gets placeholders instead of values, so
 * its text must not depend on values. It must name its columns: PostgreSQL refuses a prepared `select *` after a
 * migration.
 */
export function statement<V extends object, R>(build: (db: Db, values: V) => Compilable<R>): Statement<V, R> {
  const preparedAs = `s${++made}`
  const compiled: Record<string, CompiledQuery<R>> = {}
  const compile = (db: Db, isOne: boolean) => {
    const places = new Proxy({}, { get: (_, name) => new Place(String(name), isOne) }) as V
    return build(db, places).compile()
  }
  const filled = (db: Db | Trx, values: V): NamedQuery<R> => {
    const kind = isSqlite(db) ? 'sqlite' : 'postgres'
    const lists = Object.values(values).filter((value) => Array.isArray(value))
    const isOne = lists.length > 0 && lists.every(({ length }) => length === 1)
    const form = isOne ? 'one' : ''
    const query = (compiled[kind + form] ??= compile(db, isOne))
    const parameters = query.parameters.map((parameter) => {
      const at = parameter instanceof Place || parameter instanceof PlaceOfOne ? parameter : null
      if (!at) return parameter
      const value = values[at.name as keyof V]
      if (!Array.isArray(value)) return value
      if (at instanceof PlaceOfOne) return value[0] as unknown
      return kind === 'sqlite' ? JSON.stringify(value) : value
    })
    return { ...query, parameters, preparedAs: preparedAs + form }
  }
  const rows = async (db: Db | Trx, values: V) => (await run<R>(db, filled(db, values))).rows
  return { rows, first: async (db, values) => (await rows(db, values))[0], with: filled }
}

const connections = new WeakMap<Db, DatabaseConnection>()

/**
 * Runs a query. In a transaction, Kysely would send each statement only after the answer to the previous one; this
 * sends concurrent ones at once. The connection refuses statements after the end of its transaction.
 */
export async function run<R>(db: Db | Trx, query: NamedQuery): Promise<QueryResult<R>> {
  if (!db.isTransaction) return db.executeQuery<R>(query as NamedQuery<R>)
  let connection = connections.get(db)
  if (!connection) {
    connection = await db.getExecutor().provideConnection(async (its) => its)
    connections.set(db, connection)
  }
  return connection.executeQuery<R>(query)
}

type Insert<T extends keyof Schema> = InsertQueryBuilder<Schema, T, InsertResult>

/**
 * Makes an insert of any number of rows whose text is constant and stays prepared: SQLite runs it once for each row,
 * PostgreSQL gets several rows as one JSON value. A text that contains the rows would be parsed each time, which takes
 * longer than storing them.
 */
export function insertion<T extends keyof Schema>(
  table: T,
  columns: readonly (keyof Schema[T] & string)[],
  onConflict: (insert: Insert<T>) => Insert<T>,
): (db: Db | Trx, rows: readonly Insertable<Schema[T]>[]) => NamedQuery {
  const into = (db: Db, values: RawBuilder<unknown>) =>
    onConflict(
      db
        .insertInto(table)
        .columns(columns)
        .expression(values as never),
    )
  const one = statement((db, row: Record<string, unknown>) =>
    into(db, sql`values (${sql.join(columns.map((column) => row[column]))})`),
  )
  const listed = sql.join(columns.map((column) => sql.ref(column)))
  const any = statement((db, { rows }: { rows: string }) =>
    into(db, sql`select ${listed} from json_populate_recordset(null::${sql.table(table)}, ${rows})`),
  )
  return (db, rows) => {
    const [first] = rows
    if (first && rows.length === 1) return one.with(db, first as Record<string, unknown>)
    if (!isSqlite(db)) return any.with(db, { rows: JSON.stringify(rows) })
    const each = rows.map((row) => columns.map((column) => row[column as never] as unknown))
    return { ...one.with(db, {}), each }
  }
}

/**
 * Returns `column in (…)` as one text for any number of values; `values` must be the placeholder that `statement`
 * passes to `build`. A single value has its own text: the plan depends on an array's length, so PostgreSQL would plan
 * at each run.
 */
export function isOneOf(db: Db, column: string, values: readonly (string | number)[]) {
  const place = values as unknown as Place
  if (place.isOne) return sql<SqlBool>`${sql.ref(column)} = ${new PlaceOfOne(place)}`
  return isSqlite(db)
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${values}))`
    : sql<SqlBool>`${sql.ref(column)} = any(${values})`
}
