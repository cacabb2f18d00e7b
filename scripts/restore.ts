import { resolve } from 'node:path'
import { readCommand } from './cli/command.ts'
import { parseConfig } from '../server/base/config.ts'
import { restore } from '../server/operate/restore.ts'
import { operate, passphraseOf, told } from './operator.ts'

const {
  values: { replace },
  positionals: [file = ''],
} = readCommand({
  name: 'restore',
  purpose: 'Puts a backup in place of the database. Stop the server first.',
  takes: '<file>',
  options: {
    replace: { type: 'boolean', default: false, about: 'puts a database that is there already aside first' },
  },
  examples: { '/mnt/backups/koszyk-20261123T021500123Z.backup --replace': '' },
})

await operate(async (onProgress) => {
  const how = { replace, now: Date.now(), passphrase: passphraseOf(process.env), onProgress }
  const restored = await restore(parseConfig(process.env), resolve(file), how)
  return [
    `The database is that of ${restored.madeAt}; every table was compared with the backup:`,
    told(restored.sums),
    ...(restored.files === 0
      ? []
      : [`${restored.files} pictures of people, which were files in this backup, are in the database too.`]),
    ...(restored.aside === '' ? [] : [`What was there before is in ${restored.aside}`]),
    `${restored.lists} lists are marked as restored: devices that know more than the backup will send it again.`,
    `${restored.invites} open invitations have ended: whoever still waits for a list is invited anew.`,
    ...(restored.sessions === 0
      ? []
      : [
          `${restored.sessions} sessions have ended, because a backup holds no tokens: everybody logs in again, and what waits on their devices is sent then.`,
        ]),
    'The server can be started.',
  ].join('\n')
})
