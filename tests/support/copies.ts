import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { parseConfig } from '../../server/base/config.ts'
import type { DatabaseAddress } from '../../server/db/open.ts'
import { atOneMoment } from '../../server/operate/copy/source.ts'
import { rowsOf, tablesOf } from '../../server/operate/copy/tables.ts'
import { freshDatabase } from './database.ts'

export interface Place {
  url: string
  database: DatabaseAddress
  dataDir: string
  folder: string
}

/** Creates a database without tables and a data folder. Both are removed after the test. */
export async function freshPlace(url?: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lists-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const at = url ?? (await freshDatabase('nothing'))
  return { url: at, database: addressOf(at), dataDir, folder: join(dataDir, 'backups') }
}

export function addressOf(url: string): DatabaseAddress {
  return parseConfig({ DATABASE_URL: url }).database
}

/** Returns every row of every table, as text by column. */
export function contentOf(address: DatabaseAddress): Promise<Record<string, Record<string, string>[]>> {
  return atOneMoment(address, async (trx) => {
    const content: Record<string, Record<string, string>[]> = {}
    for (const table of await tablesOf(trx)) {
      const rows = (content[table.name] = [] as Record<string, string>[])
      for await (const page of rowsOf(trx, table))
        for (const row of page)
          rows.push(Object.fromEntries(table.columns.map(({ name }, i) => [name, row[i] ?? ''])))
    }
    return content
  })
}
