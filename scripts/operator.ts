import { readFileSync } from 'node:fs'
import { createProgress } from './cli/progress.ts'
import { plain } from '../server/operate/plain.ts'
import type { OnProgress, Sum } from '../server/operate/copy/pieces.ts'

/** Runs an operator's command and prints its result. Any failure gives one plain line and exit code 1. */
export async function operate(work: (onProgress: OnProgress) => Promise<string>): Promise<void> {
  const progress = createProgress()
  try {
    const said = await work(progress.report)
    progress.end()
    process.stdout.write(`${said}\n`)
  } catch (error) {
    progress.end()
    process.stderr.write(`${plain(error)}\n`)
    process.exitCode = 1
  }
}

/** Returns the passphrase that encrypts a backup; '' if there is none. */
export function passphraseOf(env: NodeJS.ProcessEnv): string {
  const { BACKUP_PASSPHRASE: given = '', BACKUP_PASSPHRASE_FILE: file = '' } = env
  return file === '' ? given : readFileSync(file, 'utf8').trim()
}

export function told(sums: ReadonlyMap<string, Sum>): string {
  return [...sums]
    .map(
      ([table, { count, sha256 }]) =>
        `  ${table.padEnd(18)}${String(count).padStart(9)}  ${sha256.slice(0, 16)}`,
    )
    .join('\n')
}
