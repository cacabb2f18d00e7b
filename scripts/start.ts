import { buildIfStale } from './build.ts'

buildIfStale()
process.env['NODE_ENV'] ??= 'production'
await import('../server/main.mjs')
