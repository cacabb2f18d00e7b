import { deleteValue, getValue, putValue } from '../../device/app-db.ts'

const key = 'wantedTemplate'
const hour = 60 * 60_000
/** As long as the link in the mail works. */
const toActivate = 7 * 24 * hour

/** A visitor pressed 'Create a list from this' and goes to log in: kept for an hour, also over a reload. */
export async function wantTemplate(id: string): Promise<void> {
  await putValue(key, { id, until: Date.now() + hour })
}

/** They have no account yet: it is kept until they have read their mail. */
export async function keepWanted(): Promise<void> {
  const id = await wanted()
  if (id !== null) await putValue(key, { id, until: Date.now() + toActivate })
}

/** What is still wanted, for the way back to it. */
export async function wanted(): Promise<string | null> {
  const stored = (await getValue(key)) as { id?: unknown; until?: unknown } | undefined
  const { id, until } = stored ?? {}
  return typeof id === 'string' && typeof until === 'number' && Date.now() < until ? id : null
}

/** Whether the person who comes back wanted this one; true once. */
export async function takeWanted(id: string): Promise<boolean> {
  if ((await wanted()) !== id) return false
  await deleteValue(key)
  return true
}
