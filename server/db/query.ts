import type { CompiledQuery } from 'kysely'

/** A query whose text does not change, under the name by which a connection keeps it prepared. */
export interface NamedQuery<R = unknown> extends CompiledQuery<R> {
  readonly preparedAs?: string
  /** run with each of these instead of the parameters, where the database is SQLite */
  readonly each?: readonly (readonly unknown[])[]
}

/** Changes nothing: none of our functions does. */
export const isRead = (sql: string) => /^\s*select\b/i.test(sql)
