/** The path of a page of this app, or null: a link to the login must not send anybody elsewhere. */
export function ownPath(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value, location.origin)) return null
  const url = new URL(value, location.origin)
  if (url.origin !== location.origin || !value.startsWith('/')) return null
  return url.pathname + url.search + url.hash
}
