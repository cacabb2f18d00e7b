import type { CompiledQuery } from 'kysely'

/** A query with a constant text; `preparedAs` names it as a prepared statement of PostgreSQL. */
export interface NamedQuery<R = unknown> extends CompiledQuery<R> {
  readonly preparedAs?: string
  /** SQLite only: run the query once with each of these instead of `parameters` */
  readonly each?: readonly (readonly unknown[])[]
}

/** Returns whether a statement is read-only: no select of ours calls a function that writes. */
export const isRead = (sql: string) => /^\s*select\b/i.test(sql)
