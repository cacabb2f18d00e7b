import { readCommand } from './cli/command.ts'
import { operate } from './operator.ts'
import { parseConfig } from '../server/base/config.ts'
import { markRestored } from '../server/operate/recover-backup.ts'
import { openExisting } from '../server/operate/upgrade.ts'

readCommand({
  name: 'recover-backup',
  purpose:
    'Ends open invitations and makes devices send again what a backup lacks. Run it once after another tool put that backup back, before the server starts.',
})

await operate(async () => {
  const db = await openExisting(parseConfig(process.env), Date.now())
  const { lists, invites } = await markRestored(db, Date.now()).finally(() => db.destroy())
  return [
    `${lists} lists are marked as restored. Devices that know more than the backup will send it again.`,
    `${invites} open invitations have ended: whoever still waits for a list is invited anew.`,
  ].join('\n')
})
