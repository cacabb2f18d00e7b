import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../base/config.ts'
import { type DatabaseAddress, type Trx, migrate } from '../db/open.ts'
import { avatarOwners, keepAvatar } from '../files/avatars.ts'
import { privateFolder } from '../db/private-files.ts'
import { backupFolder, backupName } from './backup.ts'
import { checkArchive, readArchive, writeArchive } from './copy/archive.ts'
import { refuseInUse } from './copy/in-use.ts'
import { type OnProgress, OperatorError, type Piece, reportStep, type Sum } from './copy/pieces.ts'
import { replaceDatabase } from './copy/replace.ts'
import { atOneMoment, piecesOf } from './copy/source.ts'
import { markRestoredIn } from './recover-backup.ts'
import { checkMaker } from './upgrade.ts'
import { insertRows, sumOf, type Table, tablesOf } from './copy/tables.ts'

export interface Restored {
  madeAt: string
  sums: Map<string, Sum>
  /** how many pictures were files in the backup; they are rows now */
  files: number
  lists: number
  invites: number
  /** how many active sessions were ended */
  sessions: number
  /** the path of the previous database; '' if there was none */
  aside: string
}

/** Replaces the database by a backup, and marks all lists as restored in the same transaction. */
export async function restore(
  { database, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  path: string,
  {
    replace,
    now,
    passphrase,
    onProgress,
  }: { replace: boolean; now: number; passphrase?: string; onProgress?: OnProgress },
): Promise<Restored> {
  if ('sqlite' in database && database.sqlite === ':memory:') throw inMemory()
  const { size } = await stat(path)
  const reading = (step: string) => (read: number) => onProgress?.(step, read, size)
  const { madeAt, files } = await checkArchive(path, passphrase, reading('Checking the backup'))
  const folder = 'sqlite' in database ? dirname(database.sqlite) : backupFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: privateFolder })
  const name = backupName(now, 'replaced')
  const file = join(folder, 'sqlite' in database ? `${name}.sqlite` : name)
  const reportAside = reportStep(onProgress, 'Putting the old database aside')
  const keep = (trx: Trx) => writeArchive(file, piecesOf(trx, dataDir, now, 'all', reportAside))
  const { result, aside } = await replaceDatabase(database, {
    work: async (trx) => {
      const pieces = readArchive(path, passphrase, reading('Filling the database'))
      const sums = await fill(trx, pieces, onProgress)
      // Read again, because the table for them exists only after the migrations that follow the rows.
      if (files > 0)
        await keepFiles(trx, readArchive(path, passphrase, reading('Putting in the pictures')), now)
      return { sums, files, sessions: await endSessions(trx, now), ...(await markRestoredIn(trx, now)) }
    },
    ...(replace && { aside: { file, keep } }),
  })
  return { ...result, madeAt, aside: aside ? file : '' }
}

async function keepFiles(trx: Trx, pieces: AsyncIterable<Piece>, now: number): Promise<void> {
  const owners = await avatarOwners(trx)
  for await (const piece of pieces) {
    const owner = piece.kind === 'file' ? owners.get(piece.name) : undefined
    if (piece.kind !== 'file' || owner === undefined) continue
    await keepAvatar(trx, owner, { name: piece.name, bytes: Buffer.from(piece.base64, 'base64'), at: now })
  }
}

/**
 * Ends the sessions without tokens, and personal tokens without their hashes: a backup holds none, other copies do.
 * Returns how many sessions.
 */
async function endSessions(trx: Trx, now: number): Promise<number> {
  await trx.deleteFrom('token').where('hash', '=', '').execute()
  const { numUpdatedRows } = await trx
    .updateTable('session')
    .set({ ended_at: now })
    .where('ended_at', '=', 0)
    .where('tokens', '=', '')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Copies a database to an address without one. The lists keep their epochs, so devices notice nothing. */
export async function move(
  from: DatabaseAddress,
  to: DatabaseAddress,
  now: number,
  onProgress?: OnProgress,
): Promise<Map<string, Sum>> {
  if ('sqlite' in to && to.sqlite === ':memory:') throw inMemory()
  await refuseInUse(from)
  if ('sqlite' in to) await mkdir(dirname(to.sqlite), { recursive: true, mode: privateFolder })
  await checkMaker({ database: from, dataDir: '' })
  return atOneMoment(from, async (source) => {
    const pieces = piecesOf(source, null, now, 'all', reportStep(onProgress, 'Copying the rows'))
    const work = (trx: Trx) => fill(trx, pieces, onProgress)
    return (await replaceDatabase(to, { work })).result
  })
}

function inMemory(): OperatorError {
  return new OperatorError(
    'A database in memory ends with its server: it can be neither restored nor moved to.',
  )
}

/**
 * Fills an empty database: makes the tables of the pieces' version, inserts the rows, compares every table with what
 * was read, and then applies the later migrations. Returns each table's row count and hash.
 */
async function fill(
  trx: Trx,
  pieces: AsyncIterable<Piece>,
  onProgress?: OnProgress,
): Promise<Map<string, Sum>> {
  const sums = new Map<string, Sum>()
  let tables: Table[] = []
  let table: Table | undefined
  for await (const piece of pieces) {
    if (piece.kind === 'header') {
      await migrate(trx, piece.schema)
      tables = await tablesOf(trx)
    } else if (piece.kind === 'table') {
      table = tables.find(({ name }) => name === piece.table)
      if (table?.columns.map(({ name }) => name).join() !== piece.columns.join()) throw different(piece.table)
    } else if (piece.kind === 'rows' && table) await insertRows(trx, table, piece.rows)
    else if (piece.kind === 'end') sums.set(piece.table, { count: piece.count, sha256: piece.sha256 })
  }
  const total = [...sums.values()].reduce((all, { count }) => all + count, 0)
  let done = 0
  const report = reportStep(onProgress, 'Comparing the tables')
  const onRows = (count: number) => report?.((done += count), total)
  for (const one of tables) {
    const [read, written] = [sums.get(one.name), await sumOf(trx, one, onRows)]
    if (read?.count !== written.count || read.sha256 !== written.sha256) throw different(one.name)
  }
  await migrate(trx)
  return sums
}

function different(table: string): OperatorError {
  return new OperatorError(
    `The table ${table} did not come out as it went in. The database is as it was before; please report this.`,
  )
}
