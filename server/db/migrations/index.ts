import type { Migration } from 'kysely/migration'
import * as first from './0001-first.ts'

/** Forward only; a published one never changes, and new ones only add. */
export const migrations: Record<string, Migration> = { '0001-first': first }
