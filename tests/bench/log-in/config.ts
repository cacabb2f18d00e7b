import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Runs on SQLite; benchmarks are not part of the ordinary test run. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../../..'),
  test: { include: ['tests/bench/log-in/*.bench.ts'], testTimeout: 600_000 },
})
