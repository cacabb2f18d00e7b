import {
  type DataTypeNode,
  type Driver,
  OperationNodeTransformer,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresDialect,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
} from 'kysely'
import {
  Client,
  type ClientBase,
  type ClientConfig,
  type CustomTypesConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  types as pgTypes,
} from 'pg'
import { askTimeline, noteTimeline } from './timeline.ts'
import { PipeliningDriver, type Pools } from './pipelining.ts'
import { NoAnswer, Silence } from './silence.ts'

/** Its migrations run in one transaction that holds their lock, see `migrate`. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

const { builtins } = pgTypes
const asNumber = new Set<number>([builtins.INT8, builtins.NUMERIC])

/** The statement timeout. Our statements take less than 1/10 of it; a slower one must not block its connection. */
const longestStatementMs = 5_000

/** Reads bigint and numeric as numbers, as SQLite does: our counts and times are all below 2^53. */
const types: CustomTypesConfig = {
  getTypeParser: (oid, format) => (asNumber.has(oid) ? Number : pgTypes.getTypeParser(oid, format)),
}

export function connection(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'koszyk',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    types,
  }
}

/** The application names of a running server's connections. Operator commands use another name. */
export const serverConnections = ['koszyk', 'koszyk live']

const usualSilenceMs = longestStatementMs + 1_000

/** A server's connections: neither opening one nor a statement takes long. */
const bounded = (url: string): PoolConfig => ({
  ...connection(url),
  connectionTimeoutMillis: 5_000,
  statement_timeout: longestStatementMs,
})

/**
 * Returns Kysely's dialect for a server. `longestSilenceMs`: how long a connection may be silent before its calls are
 * refused.
 */
export function postgresDialect(url: string, longestSilenceMs: number = usualSilenceMs): PostgresDialect {
  const adapter = new Adapter()
  const onConnect = async (client: ClientBase) => {
    try {
      // The pool's own time limit ends with the log-in.
      const asked = client.query<{ timeline: number }>(askTimeline)
      const { rows } = await new Silence(longestSilenceMs).during(asked)
      const timeline = rows[0]?.timeline ?? 0
      // A standby may become the primary, and this connection would not know of its timeline.
      if (timeline === 0) throw new NoAnswer()
      noteTimeline(adapter, timeline)
    } catch (error) {
      // The pool waits until the connection is closed, and a client does not close while it waits for an answer.
      ;(client as PoolClient).connection.stream.destroy()
      throw error
    }
  }
  const pools = {
    reads: pool({ ...bounded(url), max: 5, onConnect }),
    writes: pool({ ...bounded(url), max: 10, onConnect }),
    longestSilenceMs,
  }
  return new Dialect(pools, adapter)
}

/** Returns Kysely's dialect with two connections, for `openForLimits`. */
export function limitsDialect(url: string): PostgresDialect {
  const one = pool({ ...bounded(url), max: 2 })
  return new Dialect({ reads: one, writes: one, longestSilenceMs: usualSilenceMs }, new Adapter())
}

/** Returns Kysely's dialect for migrations and operator commands, which wait as long as it takes. */
export function patientDialect(url: string): PostgresDialect {
  const one = pool({ ...connection(url), max: 10, application_name: 'koszyk upkeep' })
  return new Dialect({ reads: one, writes: one, longestSilenceMs: longestOfTimers }, new Adapter())
}

const longestOfTimers = 2 ** 31 - 1

function pool(options: PoolConfig): Pool {
  const made = new Pool({
    ...options,
    // Statements that do not depend on an earlier answer are sent without waiting for it.
    pipeline: true,
    // A frozen instance must not keep a list locked for ever.
    idle_in_transaction_session_timeout: 60_000,
  })
  // A broken connection is removed from the pool and replaced. Without listeners its error would end the
  // process: the pool's listener covers idle connections, the client's one those between two statements.
  made.on('error', () => undefined)
  made.on('connect', (client) => client.on('error', () => undefined))
  return made
}

class Dialect extends PostgresDialect {
  readonly #driver: Driver
  readonly #adapter: PostgresAdapter
  constructor(pools: Pools, adapter: PostgresAdapter) {
    super({ pool: pools.writes })
    this.#driver = new PipeliningDriver(pools)
    this.#adapter = adapter
  }
  override createAdapter(): PostgresAdapter {
    return this.#adapter
  }
  override createDriver(): Driver {
    return this.#driver
  }
}

/** Returns database and host without user and password, for messages. */
export function placeOf(url: string): string {
  const { host, port, database } = new Client(connection(url))
  return `${database ?? ''} at ${host}${host.startsWith('/') ? '' : `:${port}`}`
}

class PostgresTypes extends OperationNodeTransformer {
  protected override transformDataType(node: DataTypeNode): DataTypeNode {
    const given = node.dataType
    // Text sorts byte by byte as in SQLite, whatever the database's locale.
    const dataType = given === 'text' ? 'text collate "C"' : given === 'integer' ? 'bigint' : given
    return { ...node, dataType: dataType as DataTypeNode['dataType'] }
  }
}

/** Lets migrations use 'text' and 'integer' with the same meaning in both databases. */
export class PostgresTypesPlugin implements KyselyPlugin {
  readonly #types = new PostgresTypes()
  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.#types.transformNode(node, queryId)
  }
  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}
