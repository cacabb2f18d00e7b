import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { emailKey } from '../../core/text/normalise.ts'
import type { Db, Trx } from '../db/open.ts'

/** How long a mail is kept at most, sent or not, in ms. */
export const mailMs = 7 * 86_400_000

export const mailFolder = (dataDir: string) => join(dataDir, 'mails')

/**
 * Removes the mails to an address from the mail outbox: all, or those of a kind. Addresses are compared by key, because
 * they may be typed differently.
 */
export async function dropMails(trx: Trx | Db, email: string, kind?: string): Promise<void> {
  const mails = await trx
    .selectFrom('mail')
    .select(['id', 'to_address'])
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
    .execute()
  for (const { id, to_address } of mails)
    if (emailKey(to_address) === emailKey(email)) await trx.deleteFrom('mail').where('id', '=', id).execute()
}

/** Returns the mails written as files, newest first: the time (epoch ms), and the file name without its extension. */
export async function mailFiles(dataDir: string): Promise<{ at: number; name: string }[]> {
  const files = await readdir(mailFolder(dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = new Set(files.map((file) => file.replace(/\.\w+$/, '')))
  return [...names]
    .toSorted()
    .toReversed()
    .map((name) => ({ at: Number(name.split('-')[0]), name }))
}

/** Removes the files of mails older than a time, or to an address. */
export async function removeMailFiles(
  dataDir: string,
  which: { before: number } | { to: string },
): Promise<void> {
  for (const { at, name } of await mailFiles(dataDir)) {
    const goes = 'before' in which ? at < which.before : await isTo(dataDir, name, which.to)
    if (!goes) continue
    for (const ending of ['eml', 'txt', 'tmp'])
      await rm(join(mailFolder(dataDir), `${name}.${ending}`), { force: true })
  }
}

async function isTo(dataDir: string, name: string, email: string): Promise<boolean> {
  const text = await readFile(join(mailFolder(dataDir), `${name}.txt`), 'utf8').catch(() => '')
  return emailKey(text.split('\n', 1)[0] ?? '') === emailKey(email)
}
