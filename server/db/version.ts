import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The version of this Koszyk. The path is correct from here and from the built server in `server/dist/`. */
export const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { version: string }
