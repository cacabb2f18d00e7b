import { readFileSync } from 'node:fs'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { ConfigError } from '../server/base/config.ts'
import { plain } from '../server/operate/plain.ts'
import type { Sum } from '../server/operate/copy/pieces.ts'

/** Runs a command of the operator; whatever goes wrong is one plain line and exit code 1. */
export async function operate(work: () => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await work()}\n`)
  } catch (error) {
    process.stderr.write(`${plain(error)}\n`)
    process.exitCode = 1
  }
}

/** What stands behind `--`, or a ConfigError that says how the command is written. */
export function read<const O extends ParseArgsOptionsConfig>(usage: string, options: O) {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch {
    throw misused(usage)
  }
}

/** What encrypts a backup; '' where there is none. */
export function passphraseOf(env: NodeJS.ProcessEnv): string {
  const { BACKUP_PASSPHRASE: given = '', BACKUP_PASSPHRASE_FILE: file = '' } = env
  return file === '' ? given : readFileSync(file, 'utf8').trim()
}

export function misused(usage: string): ConfigError {
  return new ConfigError([`It is written so: ${usage}`])
}

export function told(sums: ReadonlyMap<string, Sum>): string {
  return [...sums]
    .map(
      ([table, { count, sha256 }]) =>
        `  ${table.padEnd(18)}${String(count).padStart(9)}  ${sha256.slice(0, 16)}`,
    )
    .join('\n')
}
