import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isRead, type NamedQuery } from './query.ts'

/** Statements of a transaction go out as they are made, in their order, and each has its own answer. */
export class PipeliningDriver implements Driver {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(await this.#pool.connect())
  }

  /** Goes out together with the first statement. */
  async beginTransaction(
    connection: Connection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    connection.begin(`start transaction${level}${accessMode ? ` ${accessMode}` : ''}`)
  }

  async commitTransaction(connection: Connection): Promise<void> {
    const ended = await connection.end('commit')
    // A statement has failed, whose error nobody looked at.
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

/** A statement in a transaction that has failed; and one that was to be prepared there, behind its failure. */
const behindFailure = new Set(['25P02', '26000'])

class Connection implements DatabaseConnection {
  readonly #client: PoolClient
  /** until the database has said that the transaction has begun */
  #begun: Promise<unknown> | null = null
  #isOver = false
  #isReleased = false
  #isBroken = false
  /** by which the transaction failed; what was sent behind it is told only that it failed */
  #failure: unknown = null

  constructor(client: PoolClient) {
    this.#client = client
  }

  begin(how: string): void {
    this.#begun = this.#client.query(how).then(() => (this.#begun = null))
    // Whoever runs a statement hears of it.
    this.#begun.catch(() => (this.#isBroken = true))
  }

  /** From now on nothing is written; a migration still says that others may go on. */
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
    // Had the transaction not begun, what was sent along would be run by itself. So that may only read.
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
