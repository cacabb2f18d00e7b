import { readCommand } from './cli/command.ts'
import { parseConfig } from '../server/base/config.ts'
import { move } from '../server/operate/restore.ts'
import { operate, told } from './operator.ts'

const { values, refuse } = readCommand({
  name: 'move',
  purpose: 'Copies the database from SQLite to PostgreSQL or back. Stop the server first.',
  options: {
    from: { type: 'string', value: 'address', about: 'the database that is there' },
    to: { type: 'string', value: 'address', about: 'the new one, which must be empty' },
  },
  examples: {
    '--from sqlite:data/lists.sqlite --to postgres://user:password@host:5432/koszyk': '',
    '--from postgres://user:password@host:5432/koszyk --to sqlite:data/lists.sqlite': '',
  },
})
const { from = refuse('It needs --from'), to = refuse('It needs --to') } = values

await operate(async (onProgress) => {
  const addressOf = (url: string) => parseConfig({ ...process.env, DATABASE_URL: url }).database
  const sums = await move(addressOf(from), addressOf(to), Date.now(), onProgress)
  return [
    'Everything was copied; every table was compared with its source:',
    told(sums),
    'Set DATABASE_URL to the new address and start the server. The old database is as it was; DATA_DIR stays.',
  ].join('\n')
})
