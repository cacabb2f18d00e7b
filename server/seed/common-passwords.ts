import { readFileSync } from 'node:fs'

/**
 * The 3 000 commonest passwords of 8 characters and more, in lower case. The file was made of the
 * ranked passwords in zxcvbn 4.4.2 (MIT; they come from leaked collections), the commonest first,
 * and some 300 that are common in Polish households and in no English list.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/),
)
