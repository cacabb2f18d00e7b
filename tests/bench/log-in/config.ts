import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** On SQLite; what is timed is no part of the ordinary run. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../../..'),
  test: { include: ['tests/bench/log-in/*.bench.ts'], testTimeout: 600_000 },
})
