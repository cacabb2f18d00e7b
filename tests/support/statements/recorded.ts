import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { SqliteHandle } from '../../../server/db/sqlite-handle.ts'

/** A statement as the database got it. */
export interface Recorded {
  sql: string
  parameters: readonly unknown[]
  /** SQLite: run once with each of these instead */
  each?: readonly (readonly unknown[])[] | undefined
  inTransaction: boolean
}

const control = /^\s*(start transaction|begin|commit|rollback|savepoint|release|pragma|listen|select 1$)/i

/** Records all statements of this process from now on, at the drivers: so nothing goes around it. */
export function recordStatements(): { during: (work: () => Promise<unknown>) => Promise<Recorded[]> } {
  let all: Recorded[] | null = null
  const note = (one: Recorded) => {
    if (!control.test(one.sql) && !one.sql.includes('pg_notify')) all?.push(one)
  }

  const { query } = Client.prototype
  const open = new WeakSet<Client>()
  Client.prototype.query = function recording(this: Client, ...args: unknown[]) {
    const [given] = args
    const { text = String(given), values = [] } = (typeof given === 'object' ? given : {}) as {
      text?: string
      values?: unknown[]
    }
    if (text.startsWith('start transaction')) open.add(this)
    if (/^(commit|rollback)/.test(text)) open.delete(this)
    note({ sql: text, parameters: values, inTransaction: open.has(this) })
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query

  const { run } = SqliteHandle.prototype
  SqliteHandle.prototype.run = function recording(this: SqliteHandle, sql, parameters, each) {
    note({ sql, parameters, each, inTransaction: this.inTransaction })
    return run.call(this, sql, parameters, each)
  } as typeof run

  onTestFinished(() => {
    Client.prototype.query = query
    SqliteHandle.prototype.run = run
  })
  return {
    async during(work) {
      all = []
      await work()
      const these = all
      all = null
      return these
    },
  }
}
