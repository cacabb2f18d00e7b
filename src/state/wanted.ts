import { deleteValue, getValue, putValue } from '../../device/storage/app-db.ts'

const key = 'wanted'
const hour = 60 * 60_000
/** ms; the same lifetime as the activation link in the mail, and as an invitation */
const toActivate = 7 * 24 * hour

/**
 * Remembers the page on which a visitor asked for something that needs an account: a list copied from a public one, or
 * a list they are invited to. Lasts one hour and survives a reload.
 */
export async function want(path: string): Promise<void> {
  await putValue(key, { path, until: Date.now() + hour })
}

/** Keeps the remembered page until the activation link expires, for a visitor who registers first. */
export async function keepWanted(): Promise<void> {
  const path = await wanted()
  if (path !== null) await putValue(key, { path, until: Date.now() + toActivate })
}

/** Returns the remembered page, to which the user is led back after the login. */
export async function wanted(): Promise<string | null> {
  const stored = (await getValue(key)) as { path?: unknown; until?: unknown } | undefined
  const { path, until } = stored ?? {}
  return typeof path === 'string' && typeof until === 'number' && Date.now() < until ? path : null
}

/** Returns whether the returning user wanted this page. True only once, because it is then forgotten. */
export async function takeWanted(path: string): Promise<boolean> {
  if ((await wanted()) !== path) return false
  await deleteValue(key)
  return true
}
