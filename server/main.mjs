// This file is plain JavaScript: Node's own TypeScript compiler takes 16 MB and 40 ms, and is loaded as soon as one
// file needs it. What follows comes from the folder of compiled code after the first start.
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { compiledFolder } from './page/compiled.mjs'

if (Number(process.versions.node.split('.')[0]) < 24)
  stop(`This needs Node 24 or newer; here is ${process.version}. npm start brings its own.`)
const isInProduction = process.env['NODE_ENV'] === 'production'
const program = new URL(isInProduction ? 'dist/main.js' : 'main.ts', import.meta.url)
if (!existsSync(program)) stop('The server is not built yet: npm run build makes it.')

// What calls leave behind is thrown away by the megabyte, and what survived that once the heap has grown by a third:
// 50 to 100 MB less of memory, for a tenth of a call's time, and a third of a push of a thousand changes.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=35')
// Half of a start would be compiling.
const compiled = compiledFolder(process.env['DATA_DIR']?.trim() || 'data')
if (compiled !== null) enableCompileCache(compiled)
await import(program.href)

/** @param {string} why */
function stop(why) {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
