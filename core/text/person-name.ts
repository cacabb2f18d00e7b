import { cutText } from './cut.ts'

interface Named {
  name?: string | undefined
  surname?: string | undefined
}

/** Returns the name that a person gave, for people who may not see any part of the address; '' if there is none. */
export function givenName({ name, surname }: Named): string {
  return `${name ?? ''} ${surname ?? ''}`.trim()
}

/** Returns a person's name, or the part of their address before the @ if they gave none. */
export function displayName({
  email,
  ...named
}: Named & {
  email: string
}): string {
  const at = email.lastIndexOf('@')
  return givenName(named) || (at < 0 ? email : email.slice(0, at))
}

const mostOfName = 20

/** Returns the first word of a name, at most 20 characters, for small spaces. */
export function shortName(name: string): string {
  const [first = ''] = name.split(' ')
  return cutText(first, mostOfName)
}
