import { parseConfig } from '../server/base/config.ts'
import { move } from '../server/operate/restore.ts'
import { misused, operate, read, told } from './operator.ts'

/** For the operator, with the server stopped: the database goes from SQLite to PostgreSQL or back. */
const usage =
  'npm run move -- --from sqlite:<path> --to postgres://user:password@host:port/database, or the other way'
await operate(async () => {
  const { values, positionals } = read(usage, { from: { type: 'string' }, to: { type: 'string' } })
  if (values.from === undefined || values.to === undefined || positionals.length > 0) throw misused(usage)
  const addressOf = (url: string) => parseConfig({ ...process.env, DATABASE_URL: url }).database
  const sums = await move(addressOf(values.from), addressOf(values.to), Date.now())
  return [
    'Everything was copied; every table was compared with its source:',
    told(sums),
    'Set DATABASE_URL to the new address and start the server. The old database is as it was; DATA_DIR stays.',
  ].join('\n')
})
