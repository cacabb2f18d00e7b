import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFolder } from '../folder.ts'

/**
 * The 3 000 commonest passwords of 8 characters and more, in lower case. The file was made of the
 * ranked passwords in zxcvbn 4.4.2 (MIT; they come from leaked collections), the commonest first,
 * and some 300 that are common in Polish households and in no English list.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(join(serverFolder, 'seed/common-passwords.txt'), 'utf8').trim().split(/\s+/),
)
