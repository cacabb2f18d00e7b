import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isRead, type NamedQuery } from './query.ts'

/** Sends the statements of a transaction in order, without waiting for the answers of earlier ones. */
export class PipeliningDriver implements Driver {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(await this.#pool.connect())
  }

  /** Does not wait for the answer, so that the first statement is sent along. */
  async beginTransaction(
    connection: Connection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    connection.begin(`start transaction${level}${accessMode ? ` ${accessMode}` : ''}`)
  }

  async commitTransaction(connection: Connection): Promise<void> {
    const ended = await connection.end('commit')
    // A statement failed, and nobody awaited its error.
    if (ended === 'ROLLBACK') throw new Error('the transaction was rolled back')
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

/** PostgreSQL's codes for a statement in a failed transaction, and for a prepared one whose preparing failed there. */
const behindFailure = new Set(['25P02', '26000'])

class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  /** pending until the database has confirmed that the transaction has begun */
  #begun: Promise<unknown> | null = null
  #isOver = false
  #isReleased = false
  #isBroken = false
  /** the error that failed the transaction; for later statements PostgreSQL reports only that it failed */
  #failure: unknown = null

  constructor(client: PoolClient) {
    this.#client = client
  }

  begin(how: string): void {
    this.#begun = this.#client.query(how).then(() => (this.#begun = null))
    // Prevents an unhandled rejection. Whoever runs a statement still gets the error.
    this.#begun.catch(() => (this.#isBroken = true))
  }

  /**
   * Accepts only reads from now on: Kysely's migrator releases its advisory lock with a select after the transaction.
   */
  async end(how: 'commit' | 'rollback'): Promise<string> {
    this.#isOver = true
    try {
      await this.#begun
      return (await this.#client.query(how)).command
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  /** A connection whose transaction may still be open is not used again. */
  release(): void {
    this.#isReleased = true
    this.#client.release(this.#isBroken)
  }

  async executeQuery<R>(query: NamedQuery): Promise<QueryResult<R>> {
    try {
      return await this.#run<R>(query)
    } catch (error) {
      if (behindFailure.has(String((error as { code?: unknown }).code))) throw this.#failure ?? error
      this.#failure ??= error
      throw error
    }
  }

  async #run<R>({ sql, parameters, preparedAs }: NamedQuery): Promise<QueryResult<R>> {
    const begun = this.#begun
    // If the transaction fails to begin, statements sent along run outside of it. So only reads may be sent along.
    if (begun && !isRead(sql)) await begun
    if (this.#isReleased || (this.#isOver && !isRead(sql))) throw new Error('the transaction is over')
    const answer = this.#client.query({
      ...(preparedAs !== undefined && { name: preparedAs }),
      text: sql,
      values: parameters as unknown[],
    })
    if (begun) await Promise.all([begun, answer])
    const { command, rowCount, rows } = await answer
    const isWrite =
      command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
    return { ...(isWrite && { numAffectedRows: BigInt(rowCount ?? 0) }), rows: rows as R[] }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('nothing is streamed')
  }
}
