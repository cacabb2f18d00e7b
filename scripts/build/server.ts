import { resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')

/** Packages with a native binary for each platform, and those that are loaded only when needed. */
const apart = ['@node-rs/argon2', 'better-sqlite3', 'nodemailer', 'pg-native', 'sharp', 'web-push']

/**
 * Bundles the server and the packages it uses into one file: it starts in half the time, and uses 20 MB less memory.
 * `isFirst` empties `server/dist` before.
 */
export async function bundleServer(entry: 'server/main.ts' | 'server/start.ts', isFirst: boolean) {
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: apart },
    // Not minified, so that the code of a logged error can be found.
    build: {
      ssr: entry,
      outDir: 'server/dist',
      emptyOutDir: isFirst,
      target: 'node24',
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, comments: false } },
    },
  })
}

if (import.meta.main) await bundleServer('server/main.ts', true)
