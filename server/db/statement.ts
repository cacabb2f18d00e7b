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

/** Stands where a value will be, until the statement is run. */
class Place {
  readonly name: string
  /** each list of values has one */
  readonly isOne: boolean
  constructor(name: string, isOne: boolean) {
    this.name = name
    this.isOne = isOne
  }
}

/** Stands where the only value of a list will be. */
class PlaceOfOne {
  readonly name: string
  constructor({ name }: Place) {
    this.name = name
  }
}

export interface Statement<V, R> {
  rows: (db: Db | Trx, values: V) => Promise<R[]>
  first: (db: Db | Trx, values: V) => Promise<R | undefined>
  /** with these values, to be run by somebody else */
  with: (db: Db | Trx, values: V) => NamedQuery<R>
}

let made = 0

/**
 * A statement of a call that is made often. Kysely takes longer to build and compile one than SQLite takes to run it, so
 * it is compiled once for each kind of database, and PostgreSQL keeps it prepared. `build` sees no values: nothing of its
 * text may depend on them. It must name its columns; PostgreSQL would refuse a prepared `select *` after a migration.
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
 * Runs it. In a transaction Kysely would send one statement after the answer of the one before; here those that are made
 * at once go out at once. The connection refuses what comes when its transaction is over.
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
 * Inserts any number of rows by one text that stays prepared: SQLite runs it once for each row, PostgreSQL takes several
 * as one value. A text that holds the rows would be parsed anew each time, which takes longer than storing them.
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
 * `column in (…)` for any number of values in one text; `values` must be those that `statement` hands to `build`. A single
 * one has its own text: how many an array has changes the plan, so PostgreSQL would plan at each run.
 */
export function isOneOf(db: Db, column: string, values: readonly string[]) {
  const place = values as unknown as Place
  if (place.isOne) return sql<SqlBool>`${sql.ref(column)} = ${new PlaceOfOne(place)}`
  return isSqlite(db)
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${values}))`
    : sql<SqlBool>`${sql.ref(column)} = any(${values})`
}
