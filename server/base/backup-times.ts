import type { Db } from '../db/open.ts'

/** When the last backup succeeded and when the last one failed, in epoch ms; 0 for never. */
export interface BackupTimes {
  done: number
  failed: number
}

export const backupKey = (what: keyof BackupTimes) => `backup:${what}`

/** Reads what the backup command recorded. */
export async function backupTimes(db: Db): Promise<BackupTimes> {
  const rows = await db
    .selectFrom('meta')
    .selectAll()
    .where('key', 'in', [backupKey('done'), backupKey('failed')])
    .execute()
  const timeOf = (what: keyof BackupTimes) =>
    Number(rows.find(({ key }) => key === backupKey(what))?.value ?? 0)
  return { done: timeOf('done'), failed: timeOf('failed') }
}
