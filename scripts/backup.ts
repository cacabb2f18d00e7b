import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { ConfigError, parseConfig } from '../server/base/config.ts'
import { backUp, backupFolder } from '../server/operate/backup.ts'
import { shortestPassphrase } from '../server/operate/copy/sealed.ts'
import { misused, operate, passphraseOf, read } from './operator.ts'

/** For the operator, at any time: all of the database and its pictures in one file, while the server runs. */
const usage = 'npm run backup -- [folder] [--keep 14] [--encrypt]'
await operate(async () => {
  const { values, positionals } = read(usage, {
    keep: { type: 'string', default: '14' },
    encrypt: { type: 'boolean', default: false },
  })
  if (positionals.length > 1 || !/^[1-9]\d{0,3}$/.test(values.keep)) throw misused(usage)
  const config = parseConfig(process.env)
  const folder = resolve(positionals[0] ?? backupFolder(config.dataDir))
  const passphrase = values.encrypt ? passphraseOf(process.env) : ''
  if (values.encrypt && passphrase.length < shortestPassphrase)
    throw new ConfigError([
      `Put a passphrase of ${shortestPassphrase} characters or more into BACKUP_PASSPHRASE, or into a file named by ` +
        'BACKUP_PASSPHRASE_FILE, and keep a copy of it elsewhere: without it nobody reads the backup.',
    ])
  const { path, removed } = await backUp(config, {
    folder,
    now: Date.now(),
    keep: Number(values.keep),
    passphrase,
  })
  const size = (statSync(path).size / 1e6).toFixed(1)
  return `${path} is complete, ${size} MB. ${removed} older ones were removed.`
})
