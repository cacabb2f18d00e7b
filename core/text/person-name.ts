import { cutText } from './cut.ts'

/** Returns a person's name, or the part of their address before the @ if they gave none. */
export function displayName({
  name,
  surname,
  email,
}: {
  name?: string | undefined
  surname?: string | undefined
  email: string
}): string {
  const at = email.lastIndexOf('@')
  return `${name ?? ''} ${surname ?? ''}`.trim() || (at < 0 ? email : email.slice(0, at))
}

const mostOfName = 20

/** Returns the first word of a name, at most 20 characters, for small spaces. */
export function shortName(name: string): string {
  const [first = ''] = name.split(' ')
  return cutText(first, mostOfName)
}
