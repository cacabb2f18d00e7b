import { deleteValue, getValue, putValue } from '../../device/storage/app-db.ts'

const key = 'wanted'
const hour = 60 * 60_000
/** As long as the activation link in the mail works, and as an invitation does. */
const toActivate = 7 * 24 * hour

/**
 * Remembers the page on which a visitor asked for something that needs an account: a list made from a public one,
 * a list that they are invited to. For an hour, also over a reload.
 */
export async function want(path: string): Promise<void> {
  await putValue(key, { path, until: Date.now() + hour })
}

/** For a visitor who registers first: keeps it until the activation link expires. */
export async function keepWanted(): Promise<void> {
  const path = await wanted()
  if (path !== null) await putValue(key, { path, until: Date.now() + toActivate })
}

/** The page still remembered, to lead the user back to it after the login. */
export async function wanted(): Promise<string | null> {
  const stored = (await getValue(key)) as { path?: unknown; until?: unknown } | undefined
  const { path, until } = stored ?? {}
  return typeof path === 'string' && typeof until === 'number' && Date.now() < until ? path : null
}

/** Whether the returning user wanted this page. True only once: it is then forgotten. */
export async function takeWanted(path: string): Promise<boolean> {
  if ((await wanted()) !== path) return false
  await deleteValue(key)
  return true
}
