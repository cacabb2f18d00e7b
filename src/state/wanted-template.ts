import { deleteValue, getValue, putValue } from '../../device/app-db.ts'

const key = 'wantedTemplate'
const hour = 60 * 60_000
/** As long as the activation link in the mail works. */
const toActivate = 7 * 24 * hour

/** Remembers that a visitor pressed 'Create a list from this' before logging in: for an hour, also over a reload. */
export async function wantTemplate(id: string): Promise<void> {
  await putValue(key, { id, until: Date.now() + hour })
}

/** For a visitor who registers first: keeps it until the activation link expires. */
export async function keepWanted(): Promise<void> {
  const id = await wanted()
  if (id !== null) await putValue(key, { id, until: Date.now() + toActivate })
}

/** The template id still remembered, to lead the user back to it after the login. */
export async function wanted(): Promise<string | null> {
  const stored = (await getValue(key)) as { id?: unknown; until?: unknown } | undefined
  const { id, until } = stored ?? {}
  return typeof id === 'string' && typeof until === 'number' && Date.now() < until ? id : null
}

/** Whether the returning user wanted this template. True only once: it is then forgotten. */
export async function takeWanted(id: string): Promise<boolean> {
  if ((await wanted()) !== id) return false
  await deleteValue(key)
  return true
}
