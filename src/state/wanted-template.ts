import { deleteValue, getValue, putValue } from '../../device/app-db.ts'

const key = 'wantedTemplate'
const keptFor = 60 * 60_000

/** A visitor pressed 'Create a list from this' and goes to log in: kept for an hour, also over a reload. */
export async function wantTemplate(id: string): Promise<void> {
  await putValue(key, { id, at: Date.now() })
}

/** Whether the person who comes back wanted this one; true once. */
export async function takeWanted(id: string): Promise<boolean> {
  const wanted = (await getValue(key)) as { id?: unknown; at?: unknown } | undefined
  if (wanted?.id !== id || typeof wanted.at !== 'number') return false
  await deleteValue(key)
  return Date.now() - wanted.at < keptFor
}
