import { flushCompileCache } from 'node:module'
import { ConfigError } from './base/config.ts'
import { mailFolder } from './mail/mail-store.ts'
import { type Running, start } from './start.ts'

const running: Running = await start(process.env).catch((error: unknown) => {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  // EX_CONFIG: the unit does not start it again.
  return process.exit(error.isLasting ? 78 : 1)
})

// Writes the compile cache now, because a killed server would not write it at its end.
flushCompileCache()
const { address, config, app } = running
const { startToken } = app.services
const files = config.isPublic
  ? `Mails become files in ${mailFolder(config.dataDir)}`
  : `Mails are at ${address}/dev/mail?token=${startToken}`
const mails = config.smtp ? `Mails leave through ${config.smtp.host}` : files
const figures = config.isPublic ? '' : `Metrics are at ${address}/metrics?token=${startToken}\n`
process.stdout.write(`Koszyk is at ${address}\n${mails}\n${figures}Ctrl+C stops it\n`)

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    // A second signal stops at once.
    if (isStopping) process.exit(1)
    isStopping = true
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  })
