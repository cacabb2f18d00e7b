import { parseConfig } from '../server/base/config.ts'
import { openDatabase } from '../server/db/open.ts'
import { markRestored } from '../server/operate/restored.ts'

/** For the operator, after a backup was put back and before the server starts again. */
const db = await openDatabase(parseConfig(process.env).database)
const { lists, invites } = await markRestored(db, Date.now())
await db.destroy()
process.stdout.write(
  `${lists} lists are marked as restored. Devices that know more than the backup will send it again.\n` +
    `${invites} open invitations have ended: whoever still waits for a list is invited anew.\n`,
)
