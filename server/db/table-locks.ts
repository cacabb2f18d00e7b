import { type Kysely, sql } from 'kysely'
import type { Schema } from './schema.ts'

/** A table was held by another transaction for too long. */
export class Locked extends Error {
  readonly code = '55P03'
}

/** The tables that most transactions lock before others. */
export const lockedFirst = ['list', 'account', 'session']

// Decision 143: an upgrade locks every table first, and gives way.
/**
 * Locks every table of a PostgreSQL database until the end of the transaction, so that a migration cannot wait for a
 * writer of a running instance that waits for it. Gives up before PostgreSQL looks for a deadlock, which would end a
 * statement of that instance: throws Locked, and moves the table that was held to the front of `order`. Once that is
 * the table that those writers lock first, they wait there and hold nothing.
 */
export async function lockTables(db: Kysely<Schema>, order: string[]): Promise<void> {
  const { rows } = await sql<{ name: string; deadlockMs: number }>`select relname as name,
    (select setting::int from pg_settings where name = 'deadlock_timeout') as "deadlockMs" from pg_class
    where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
    and relname not like 'kysely%' and pg_has_role(relowner, 'usage') order by relname`.execute(db)
  const names = rows.map(({ name }) => name)
  const giveUpAt = performance.now() + (rows[0]?.deadlockMs ?? 0) * 0.8
  for (const name of new Set([...order.filter((one) => names.includes(one)), ...names])) {
    const leftMs = Math.max(1, Math.floor(giveUpAt - performance.now()))
    await sql`set local lock_timeout = ${sql.lit(leftMs)}`.execute(db)
    try {
      await sql`lock table ${sql.table(name)} in access exclusive mode`.execute(db)
    } catch (error) {
      if ((error as { code?: unknown }).code !== '55P03') throw error
      order.splice(0, order.length, name, ...order.filter((one) => one !== name))
      throw new Locked(`others hold the table ${name}`)
    }
  }
  await sql`set local lock_timeout = 0`.execute(db)
}
