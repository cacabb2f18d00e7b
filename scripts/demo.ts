import { existsSync } from 'node:fs'
import { readCommand } from './cli/command.ts'
import { seedHousehold } from './household.ts'
import { parseConfig } from '../server/base/config.ts'

readCommand({
  name: 'demo',
  purpose: 'Fills a new database with a household of two and a year of shopping.',
})
const { dataDir, database } = parseConfig(process.env)
if (!('sqlite' in database)) {
  process.stderr.write('The demo fills a SQLite file of its own: leave DATABASE_URL out.\n')
  process.exit(1)
}
if (existsSync(database.sqlite)) {
  process.stderr.write(
    `There is a database at ${database.sqlite} already, and the demo never touches one. Name another folder: DATA_DIR=demo npm run demo\n`,
  )
  process.exit(1)
}
const people = await seedHousehold(process.env)
process.stdout.write(`A household of two moved into ${dataDir}. Log in as one of them after npm start:\n`)
for (const { email, password } of people) process.stdout.write(`  ${email}  ${password}\n`)
