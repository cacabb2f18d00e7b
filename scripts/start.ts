import { buildIfStale } from './build.ts'
import { readCommand } from './cli/command.ts'

readCommand({
  name: 'start',
  purpose: 'Builds what has changed, and serves the app. .env.example describes the variables that it reads.',
})
buildIfStale()
process.env['NODE_ENV'] ??= 'production'
await import('../server/main.mjs')
