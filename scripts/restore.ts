import { resolve } from 'node:path'
import { parseConfig } from '../server/base/config.ts'
import { restore } from '../server/operate/restore.ts'
import { misused, operate, passphraseOf, read, told } from './operator.ts'

/** For the operator, with the server stopped: a backup becomes the database. */
const usage = 'npm run restore -- <file> [--replace]'
await operate(async () => {
  const { values, positionals } = read(usage, { replace: { type: 'boolean', default: false } })
  const [file, more] = positionals
  if (file === undefined || more !== undefined) throw misused(usage)
  const { replace } = values
  const passphrase = passphraseOf(process.env)
  const how = { replace, now: Date.now(), passphrase }
  const restored = await restore(parseConfig(process.env), resolve(file), how)
  return [
    `The database is that of ${restored.madeAt}; every table was compared with the backup:`,
    told(restored.sums),
    ...(restored.aside === '' ? [] : [`What was there before is in ${restored.aside}`]),
    `${restored.lists} lists are marked as restored: devices that know more than the backup will send it again.`,
    `${restored.invites} open invitations have ended: whoever still waits for a list is invited anew.`,
    ...(restored.sessions === 0
      ? []
      : [
          `${restored.sessions} sessions have ended, because a backup holds no keys: everybody logs in again, and what waits on their devices is sent then.`,
        ]),
    'The server can be started.',
  ].join('\n')
})
