import { sql } from 'kysely'
import { migrations } from '../../db/migrations/index.ts'
import { isSqlite, type Trx } from '../../db/open.ts'
import { version } from '../../db/version.ts'
import { OperatorError } from './pieces.ts'
import { type Applied, appliedTo } from './tables.ts'

/**
 * Returns whether the database has migrations to come. Throws an OperatorError for a database of another program or of a
 * newer version; `wayBack` says what to do about the latter.
 */
export async function needsUpgrade(
  trx: Trx,
  place: string,
  wayBack: () => Promise<string>,
): Promise<boolean> {
  const known = Object.keys(migrations)
  const applied = await appliedTo(trx)
  const names = applied.map(({ name }) => name)
  if (names.length === 0 ? (await othersIn(trx)) !== '' : !names.includes(known[0] ?? ''))
    throw new OperatorError(
      `${place} has tables of another program (${await othersIn(trx)}). Nothing was changed; give Koszyk a database of its own.`,
    )
  const newer = applied.filter(({ name }) => !known.includes(name)).at(-1)
  if (newer)
    throw new OperatorError(
      `${place} was ${await describeMaker(trx, newer)}, and this is version ${version} (${known.at(-1)}). Nothing was ` +
        `changed. Start the newer version again, or restore what this one can read: ${await wayBack()}`,
    )
  return names.length > 0 && names.length < known.length
}

/** Describes the version that brought the database to a migration that is unknown here. */
async function describeMaker(trx: Trx, { name, timestamp }: Applied): Promise<string> {
  const rows = await trx
    .selectFrom('meta')
    .select('value')
    .where('key', '=', 'version')
    .execute()
    // The newer version may have another table, and versions before this one did not note theirs.
    .catch(() => [])
  const noted = rows[0] ? `, version ${rows[0].value}` : ''
  return `made by a newer Koszyk${noted} (${name}, on ${timestamp.slice(0, 10)})`
}

/** Returns some names of tables that are not the migrator's and belong to no extension; '' for none. */
async function othersIn(trx: Trx): Promise<string> {
  const query = isSqlite(trx)
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
    : sql<{ name: string }>`select relname as name from pg_class c where relkind in ('r', 'p')
        and relnamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_depend where objid = c.oid and deptype = 'e')`
  const names = (await query.execute(trx)).rows.map(({ name }) => name).toSorted()
  return names
    .filter((name) => !/^(sqlite|kysely)_/.test(name))
    .slice(0, 3)
    .join(', ')
}
