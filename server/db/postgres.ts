import {
  type DataTypeNode,
  type Driver,
  OperationNodeTransformer,
  type KyselyPlugin,
  PostgresDialect,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
} from 'kysely'
import { Client, type ClientConfig, type CustomTypesConfig, Pool, types as pgTypes } from 'pg'
import { PipeliningDriver } from './pipelining.ts'

const { builtins } = pgTypes
const asNumber = new Set<number>([builtins.INT8, builtins.NUMERIC])

/** Our statements take less than a tenth of this. One that reaches it must not keep its connection from others. */
const longestStatementMs = 5_000

/** Counts and times come as numbers, as they do from SQLite; all of ours are below 2^53. */
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

/** What a running server's connections are called; those of a command of the operator have another name. */
export const serverConnections = ['koszyk', 'koszyk live']

/** `patient`: without a statement timeout, for migrations and what the operator's commands do. */
export function postgresDialect(url: string, patient = false): PostgresDialect {
  const pool = new Pool({
    ...connection(url),
    max: 10,
    // What does not depend on an answer is sent without waiting for it.
    pipeline: true,
    ...(patient ? { application_name: 'koszyk upkeep' } : { statement_timeout: longestStatementMs }),
    // A frozen instance must not keep a list locked for ever.
    idle_in_transaction_session_timeout: 60_000,
  })
  // A broken connection is removed from the pool and replaced. Without listeners its error would end the
  // process: the pool's listener covers idle connections, the client's one those between two statements.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Dialect(pool)
}

class Dialect extends PostgresDialect {
  readonly #driver: Driver
  constructor(pool: Pool) {
    super({ pool })
    this.#driver = new PipeliningDriver(pool)
  }
  override createDriver(): Driver {
    return this.#driver
  }
}

/** Host and database without user and password, for messages. */
export function placeOf(url: string): string {
  const { host, port, database } = new Client(connection(url))
  return `${database ?? ''} at ${host}${host.startsWith('/') ? '' : `:${port}`}`
}

class PostgresTypes extends OperationNodeTransformer {
  protected override transformDataType(node: DataTypeNode): DataTypeNode {
    const given = node.dataType
    // Sorted byte by byte as in SQLite, whatever the locale of the database.
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
