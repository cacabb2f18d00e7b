import {
  type DataTypeNode,
  OperationNodeTransformer,
  type KyselyPlugin,
  PostgresDialect,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
} from 'kysely'
import { Client, type ClientConfig, type CustomTypesConfig, Pool, types as pgTypes } from 'pg'

const { builtins } = pgTypes
const asNumber = new Set<number>([builtins.INT8, builtins.NUMERIC])

/** No statement of ours takes a tenth of this; one that does must not keep its connection from others. */
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

/** `patient`: for a migration, which may take as long as it takes. */
export function postgresDialect(url: string, patient = false): PostgresDialect {
  const pool = new Pool({
    ...connection(url),
    max: 10,
    ...(patient ? {} : { statement_timeout: longestStatementMs }),
    // A frozen instance must not keep the others from a list for ever.
    idle_in_transaction_session_timeout: 60_000,
  })
  // A connection that breaks is taken out of the pool, and the next one is new. Without a listener it
  // would end the process: the pool's is for those that nobody uses, and the other between two statements.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new PostgresDialect({ pool })
}

/** Host and database without user and password, for messages. */
export function placeOf(url: string): string {
  const { host, port, database } = new Client(connection(url))
  return `${database ?? ''} at ${host}${host.startsWith('/') ? '' : `:${port}`}`
}

class PostgresTypes extends OperationNodeTransformer {
  protected override transformDataType(node: DataTypeNode): DataTypeNode {
    const given = node.dataType
    // Sorted byte by byte as in SQLite, whatever language the database speaks.
    const dataType = given === 'text' ? 'text collate "C"' : given === 'integer' ? 'bigint' : given
    return { ...node, dataType: dataType as DataTypeNode['dataType'] }
  }
}

/** Lets a migration say 'text' and 'integer' and mean the same on both. */
export class PostgresTypesPlugin implements KyselyPlugin {
  readonly #types = new PostgresTypes()
  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.#types.transformNode(node, queryId)
  }
  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}
