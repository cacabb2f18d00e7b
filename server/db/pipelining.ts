import type { DatabaseConnection, Driver, QueryResult, TransactionSettings } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { isRead, type NamedQuery } from './query.ts'
import { NoAnswer, Silence } from './silence.ts'

/** The connections of an instance: reads have their own, so that they go on while every write waits. */
export interface Pools {
  reads: Pool
  writes: Pool
  /** how long a living database may be silent, in ms */
  longestSilenceMs: number
}

/**
 * Sends the statements of a transaction in order, without waiting for the answers of earlier ones. Everything is
 * answered in bounded time, whatever the database does.
 */
export class PipeliningDriver implements Driver {
  readonly #pools: Pools
  readonly #late: LateCommits

  constructor(pools: Pools) {
    this.#pools = pools
    this.#late = new LateCommits(pools)
    for (const pool of new Set([pools.reads, pools.writes]))
      pool.on('connect', (client) =>
        client.on('notice', ({ code }) => {
          if (code === warning) warned.add(client)
        }),
      )
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    return new Connection(this.#pools, this.#late)
  }

  /** Does not wait for the answer, so that the first statement is sent along. */
  async beginTransaction(
    connection: Connection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    const how = `start transaction${level}${accessMode ? ` ${accessMode}` : ''}`
    await connection.begin(how, accessMode === 'read only' ? this.#pools.reads : this.#pools.writes)
  }

  async commitTransaction(connection: Connection): Promise<void> {
    const ended = await connection.end('commit')
    // A statement failed, and nobody awaited its error.
    if (ended === 'ROLLBACK') throw connection.failure ?? new Error('the transaction was rolled back')
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    this.#late.abandon()
    const { reads, writes } = this.#pools
    await Promise.all([...new Set([reads, writes])].map((pool) => pool.end()))
  }
}

/** PostgreSQL's codes for a statement in a failed transaction, and for a prepared one whose preparing failed there. */
const behindFailure = new Set(['25P02', '26000'])

/** PostgreSQL's code of the warning that a commit was not waited for: it is on the primary, and perhaps nowhere else. */
const warning = '01000'
const warned = new WeakSet<PoolClient>()

/** A client of `pg` does not close while it waits for an answer. */
function close(client: PoolClient): void {
  client.connection.stream.destroy()
  client.release(true)
}

class Connection implements DatabaseConnection {
  readonly #pools: Pools
  readonly #late: LateCommits
  readonly #silence: Silence
  #client: PoolClient | null = null
  /** pending until the database has confirmed that the transaction has begun */
  #begun: Promise<unknown> | null = null
  /** a commit, or a write outside of a transaction, whose outcome is not known yet */
  #committing: Promise<unknown> | null = null
  #isTransaction = false
  #isOver = false
  #isReleased = false
  #isBroken = false
  /** the error that failed the transaction; for later statements PostgreSQL reports only that it failed */
  failure: unknown = null

  constructor(pools: Pools, late: LateCommits) {
    this.#pools = pools
    this.#late = late
    this.#silence = new Silence(pools.longestSilenceMs)
  }

  async #connect(pool: Pool): Promise<PoolClient> {
    // A waiting call would only learn later that there is no connection.
    if (pool === this.#pools.writes && this.#late.size >= pool.options.max) throw new NoAnswer()
    return (this.#client ??= await pool.connect().catch((error: NodeJS.ErrnoException) => {
      // Only here is it known whose name has no address: a name that somebody typed is another matter.
      throw error.syscall === 'getaddrinfo' ? new NoAnswer(error) : error
    }))
  }

  async begin(how: string, pool: Pool): Promise<void> {
    this.#isTransaction = true
    const client = await this.#connect(pool)
    this.#begun = this.#silence.during(client.query(how)).then(() => (this.#begun = null))
    // Prevents an unhandled rejection. Whoever runs a statement still gets the error.
    this.#begun.catch(() => (this.#isBroken = true))
  }

  /**
   * Accepts only reads from now on: Kysely's migrator releases its advisory lock with a select after the transaction.
   */
  async end(how: 'commit' | 'rollback'): Promise<string> {
    this.#isOver = true
    const client = this.#client
    // Kysely rolls back after a failed commit; there is nobody who would answer.
    if (!client || (how === 'rollback' && (this.#committing || this.#silence.isOver))) return how
    try {
      await this.#begun
      const ending = client.query(how)
      const { command } = await (how === 'commit'
        ? this.#commit(client, ending)
        : this.#silence.during(ending))
      return command
    } catch (error) {
      if (!(error instanceof NoAnswer)) this.#isBroken = true
      throw error
    }
  }

  /** Waits for a commit. Throws NoAnswer when it is not known whether a standby has it: nobody may be told it is safe. */
  async #commit<T>(client: PoolClient, committing: Promise<T>): Promise<T> {
    warned.delete(client)
    this.#committing = committing
    try {
      const answer = await this.#silence.during(committing)
      if (warned.has(client)) throw new NoAnswer()
      return answer
    } finally {
      if (!this.#silence.isOver) this.#committing = null
    }
  }

  /** A connection whose transaction may still be open is not used again. */
  release(): void {
    this.#isReleased = true
    const client = this.#client
    if (!client) return
    if (this.#committing) this.#late.keep(client, this.#committing)
    else if (this.#silence.isOver) close(client)
    else client.release(this.#isBroken)
  }

  async executeQuery<R>(query: NamedQuery): Promise<QueryResult<R>> {
    try {
      return await this.#run<R>(query)
    } catch (error) {
      if (behindFailure.has(String((error as { code?: unknown }).code))) throw this.failure ?? error
      this.failure ??= error
      throw error
    }
  }

  async #run<R>({ sql, parameters, preparedAs }: NamedQuery): Promise<QueryResult<R>> {
    const begun = this.#begun
    // If the transaction fails to begin, statements sent along run outside of it. So only reads may be sent along.
    if (begun && !isRead(sql)) await begun
    if (this.#isReleased || (this.#isOver && !isRead(sql))) throw new Error('the transaction is over')
    const client = this.#client ?? (await this.#connect(isRead(sql) ? this.#pools.reads : this.#pools.writes))
    const asked = client.query({
      ...(preparedAs !== undefined && { name: preparedAs }),
      text: sql,
      values: parameters as unknown[],
    })
    // Outside of a transaction, a write is its own commit.
    const isCommit = !this.#isTransaction && !isRead(sql)
    const answer = isCommit ? this.#commit(client, asked) : this.#silence.during(asked)
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

/**
 * Connections whose commit was not answered in time. While a synchronous standby is away, a commit waits for it, and
 * closing the connection would not end that wait: the process behind it would stay, and soon there would be no room for
 * another. So the connection stays as well, until it is answered or the database says that nothing waits there.
 */
class LateCommits {
  readonly #pools: Pools
  readonly #kept = new Set<PoolClient>()

  constructor(pools: Pools) {
    this.#pools = pools
  }

  get size(): number {
    return this.#kept.size
  }

  keep(client: PoolClient, committing: Promise<unknown>): void {
    this.#kept.add(client)
    const answered = committing.then(
      () => this.#give(client, false),
      () => this.#give(client, true),
    )
    void this.#watch(client, answered)
  }

  abandon(): void {
    for (const client of this.#kept) close(client)
    this.#kept.clear()
  }

  #give(client: PoolClient, isBroken: boolean): void {
    if (this.#kept.delete(client)) client.release(isBroken)
  }

  async #watch(client: PoolClient, answered: Promise<void>): Promise<void> {
    const { longestSilenceMs } = this.#pools
    while (this.#kept.has(client)) {
      const pause = Promise.withResolvers<void>()
      const timer = setTimeout(pause.resolve, longestSilenceMs)
      timer.unref()
      await Promise.race([answered, pause.promise])
      clearTimeout(timer)
      if (!this.#kept.has(client) || (await this.#waitsForStandby(client))) continue
      if (this.#kept.delete(client)) close(client)
    }
  }

  async #waitsForStandby(client: PoolClient): Promise<boolean> {
    const asking = new Connection(this.#pools, this)
    try {
      const { rows } = await asking.executeQuery({ ...waiting, parameters: [processOf(client)] })
      return rows.length > 0
    } catch {
      return false
    } finally {
      asking.release()
    }
  }
}

const waiting = {
  sql: `select 1 from pg_stat_activity where pid = $1 and wait_event = 'SyncRep'`,
} as NamedQuery

/** The number of the process that serves a connection, which the types of `pg` do not have. */
const processOf = (client: PoolClient) => (client as PoolClient & { processID: number }).processID
