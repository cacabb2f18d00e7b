import { noteWritten } from '../limits/daily-quota.ts'
import { type Db, isSqlite, type Trx } from '../db/open.ts'
import { statement } from '../db/statement.ts'

/** The form of an avatar's name; its random part is the only protection. */
export const avatarName = /^[A-Za-z0-9_-]{24}\.webp$/

export interface Avatar {
  name: string
  bytes: Buffer
  /** when it was stored */
  at: number
}

/** Returns an avatar's bytes, or null if there is none of this name. Asks the database only for a valid name. */
export async function readAvatar(db: Db, name: string): Promise<Buffer | null> {
  if (!avatarName.test(name)) return null
  return (await bytesOf.first(db, { name }))?.bytes ?? null
}

const bytesOf = statement((db, { name }: { name: string }) =>
  db.selectFrom('picture').select('bytes').where('name', '=', name),
)

// Decision 023: pictures are rows too, so that instances share no disk.
/** Gives an account this avatar, or none, instead of the one it has. */
export async function replaceAvatar(trx: Trx, accountId: string, avatar: Avatar | null): Promise<void> {
  // First, because it locks the account's row: one of two replacements at the same time waits for the other.
  await trx
    .updateTable('account')
    .set({ image_name: avatar?.name ?? '' })
    .where('id', '=', accountId)
    .execute()
  await trx.deleteFrom('picture').where('account_id', '=', accountId).execute()
  if (!avatar) return
  const { name, bytes, at } = avatar
  await trx.insertInto('picture').values({ name, account_id: accountId, bytes, created_at: at }).execute()
  noteWritten(trx, bytes.length)
}

/** Stores the avatar that an account names already, unless it is there or the account has another one by now. */
export async function keepAvatar(trx: Trx, accountId: string, { name, bytes, at }: Avatar): Promise<void> {
  const named = await trx
    .selectFrom('account')
    .select('id')
    .where('id', '=', accountId)
    .where('image_name', '=', name)
    .$if(!isSqlite(trx), (query) => query.forUpdate())
    .executeTakeFirst()
  if (!named) return
  // An instance of the old version, which knows only files, may have replaced the picture of this row.
  await trx.deleteFrom('picture').where('account_id', '=', accountId).where('name', '<>', name).execute()
  await trx
    .insertInto('picture')
    .values({ name, account_id: accountId, bytes, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns the ids of the accounts that name an avatar, by its name. */
export async function avatarOwners(db: Db | Trx): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'image_name'])
    .where('image_name', '<>', '')
    .execute()
  return new Map(rows.map(({ id, image_name }) => [image_name, id]))
}
