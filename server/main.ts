import { enableCompileCache, flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { compiledFolder } from './files/compiled.ts'
import type { Running } from './start.ts'

if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write(`This needs Node 24 or newer; here is ${process.version}. npm start brings its own.\n`)
  process.exit(1)
}

// What calls leave behind is thrown away by the megabyte: that takes a tenth more of a call's time than to let V8 gather
// as much as it likes, and 50 MB less of memory.
setFlagsFromString('--semi-space-growth-factor=1')
// Half of a start would be compiling.
const compiled = compiledFolder(process.env['DATA_DIR']?.trim() || 'data')
if (compiled !== null) enableCompileCache(compiled)

// Imported only now: what start.ts loads would crash an older Node without an explanation.
const { start } = await import('./start.ts')
const { ConfigError } = await import('./config.ts')
const { mailFolder } = await import('./mail/mail-store.ts')

const running: Running = await start(process.env).catch((error: unknown) => {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  return process.exit(1)
})

// Also for a server that is killed later.
flushCompileCache()
const { address, config } = running
const files = config.isPublic
  ? `Mails become files in ${mailFolder(config.dataDir)}`
  : `Mails are at ${address}/dev/mail`
const mails = config.smtp ? `Mails leave through ${config.smtp.host}` : files
process.stdout.write(`Koszyk is at ${address}\n${mails}\nCtrl+C stops it\n`)

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
