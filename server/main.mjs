// Decision 098: the server is bundled, and its entry is plain JavaScript.
// This file is plain JavaScript, because Node loads its TypeScript compiler (16 MB, 40 ms) as soon as one file needs
// it. After the first start, all other files come from the compile cache.
import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { compiledFolder } from './page/compiled.mjs'

if (Number(process.versions.node.split('.')[0]) < 24)
  stop(`This needs Node 24 or newer; here is ${process.version}. npm start brings its own.`)
const isInProduction = process.env['NODE_ENV'] === 'production'
const program = new URL(isInProduction ? 'dist/main.js' : 'main.ts', import.meta.url)
if (!existsSync(program)) stop('The server is not built yet: npm run build makes it.')

// Collects young garbage megabyte by megabyte, and old garbage whenever the heap has grown by about a third. This saves
// 50 to 100 MB of memory. It costs 10% of a usual call's time, and 33% of a push of 1 000 changes.
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=35')
// Without the compile cache, compiling would take half of the start.
const compiled = compiledFolder(process.env['DATA_DIR']?.trim() || 'data')
if (compiled !== null) enableCompileCache(compiled)
await import(program.href)

/** @param {string} why */
function stop(why) {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
