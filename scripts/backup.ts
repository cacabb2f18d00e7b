import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readCommand } from './cli/command.ts'
import { ConfigError, parseConfig } from '../server/base/config.ts'
import { backUp, backupFolder } from '../server/operate/backup.ts'
import { recorded } from '../server/operate/backup-record.ts'
import { shortestPassphrase } from '../server/operate/copy/sealed.ts'
import { plain } from '../server/operate/plain.ts'
import { operate, passphraseOf } from './operator.ts'

const { values, positionals, wholeNumber } = readCommand({
  name: 'backup',
  purpose: 'Writes the whole database into one file, also while the server runs.',
  takes: '[folder]',
  options: {
    keep: { type: 'string', value: 'number', default: '14', about: 'how many backups stay in the folder' },
    encrypt: {
      type: 'boolean',
      default: false,
      about:
        'encrypts the file with the passphrase in BACKUP_PASSPHRASE, or in the file BACKUP_PASSPHRASE_FILE',
    },
  },
  examples: {
    '': 'into DATA_DIR/backups',
    '/mnt/backups --keep 30': 'into another folder, where 30 stay',
  },
})
const keep = wholeNumber(values.keep, '--keep')

await operate(async (onProgress) => {
  const config = parseConfig(process.env)
  const folder = resolve(positionals[0] ?? backupFolder(config.dataDir))
  const { result, unrecorded } = await recorded(config.database, Date.now, async () => {
    const passphrase = values.encrypt ? passphraseOf(process.env) : ''
    if (values.encrypt && passphrase.length < shortestPassphrase)
      throw new ConfigError([
        `Put a passphrase of ${shortestPassphrase} characters or more into BACKUP_PASSPHRASE, or into a file named by ` +
          'BACKUP_PASSPHRASE_FILE, and keep a copy of it elsewhere: without it nobody reads the backup.',
      ])
    return backUp(config, { folder, now: Date.now(), keep, passphrase, onProgress })
  })
  const { path, removed } = result
  const size = (statSync(path).size / 1e6).toFixed(1)
  const note = unrecorded
    ? ` The server does not know of it, because the database cannot be written: ${plain(unrecorded)}`
    : ''
  return `${path} is complete, ${size} MB. ${removed} older ones were removed.${note}`
})
