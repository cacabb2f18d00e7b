import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'

const mostTries = 10
const conflicts = new Set(['40001', '40P01'])
const mostRaces = 3
/** Two transactions inserted the same row. The loser finds it when it is retried. */
const uniqueViolation = '23505'

/**
 * A database that retries transactions which PostgreSQL aborted because of another one. So the work inside may
 * run more than once: side effects outside the database must come after it.
 */
export class RetryingKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction()
    const once = builder.execute.bind(builder)
    builder.execute = <T>(work: (trx: Transaction<DB>) => Promise<T>) => retried(() => once(work))
    return builder
  }
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code
      const most = code === uniqueViolation ? mostRaces : mostTries
      const isConflict = typeof code === 'string' && (conflicts.has(code) || code === uniqueViolation)
      if (!isConflict || tries >= most) throw error
      // A random delay keeps the same two from colliding again.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** tries))
    }
  }
}
