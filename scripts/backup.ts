import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseConfig } from '../server/config.ts'
import { backUp, backupFolder } from '../server/operate/backup.ts'
import { misused, operate, read } from './operator.ts'

/** For the operator, at any time: all of the database and its pictures in one file, while the server runs. */
const usage = 'npm run backup -- [folder] [--keep 14]'
await operate(async () => {
  const { values, positionals } = read(usage, { keep: { type: 'string', default: '14' } })
  if (positionals.length > 1 || !/^[1-9]\d{0,3}$/.test(values.keep)) throw misused(usage)
  const config = parseConfig(process.env)
  const folder = resolve(positionals[0] ?? backupFolder(config.dataDir))
  const { path, removed } = await backUp(config, { folder, now: Date.now(), keep: Number(values.keep) })
  const size = (statSync(path).size / 1e6).toFixed(1)
  return `${path} is complete, ${size} MB. ${removed} older ones were removed.`
})
