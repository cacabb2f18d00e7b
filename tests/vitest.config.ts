import { resolve } from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import { defineConfig } from 'vitest/config'
import { linguiMacro, routes } from '../scripts/build/plugins.ts'
import LongestFirst from './support/runner/longest-first.ts'

const root = resolve(import.meta.dirname, '..')
process.env['LINGUI_CONFIG'] = resolve(root, 'locales/lingui.config.ts')
const isNightly = process.env['NIGHTLY'] === 'true'
/** Tests that start servers and commands again and again, for what changes seldom. */
const leftToTheNight = [
  'http/local-only',
  'operate/{backup,backup-record,full-disk,out-of-room,people,restore}',
  'recipe/attacks',
].map((path) => `tests/server/${path}.test.ts`)
/** The tests of what has SQL of its own for one of the databases, locks, or reads sums from it. */
const withOwnSql = [
  'account/{account-removal,daily-quota,invited,owner-leaves}',
  'account/{safety-sessions,safety-shared-limits,settings,stored-accounts}',
  'db/!(standby)',
  'files/*',
  'http/start',
  'lists/{guests,history,invites,people,quota,sharing}',
  'lists/{stored-codes,stored-invites,stored-lists,together,together-torture}',
  'money/*',
  'operate/!(every-version|nats|older-and-newer|rolling-update)',
  'products/{habits,long-writes,stored-products,suggestions}',
  'push/push',
  'sync/{list-row,list-row-stored,load,one-list,one-list-locks,sync,timeline}',
  'templates/stored-templates',
].map((path) => `tests/server/${path}.test.ts`)
// Tests hash passwords as the product does, on a machine that may have much else to do.
const patience = { testTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

export default defineConfig({
  root,
  test: {
    environment: 'node',
    reporters: ['default', './tests/support/runner/durations.ts'],
    sequence: { sequencer: LongestFirst },
    maxWorkers: '100%', // it would leave one core of two to itself
    projects: [
      {
        root,
        // The routes without their pages, which need a browser as soon as they are loaded.
        plugins: [routes(), linguiMacro(), lingui({ failOnMissing: true, failOnCompileError: true })],
        test: {
          name: 'unit',
          ...patience,
          setupFiles: 'tests/support/runner/fast-check.ts',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: ['tests/e2e/**', 'tests/server/**', 'node_modules/**'],
        },
      },
      // What needs several instances is for the database that serves them.
      {
        root,
        test: {
          name: 'sqlite',
          ...patience,
          // Loading the server again for each file takes 40% of the CPU. A file that mocks a module resets the
          // modules before and after (safety-log-in.test.ts).
          isolate: false,
          setupFiles: 'tests/support/runner/fast-check.ts',
          include: ['tests/server/**/*.test.ts'],
          exclude: ['**/postgres.test.ts', '**/nats.test.ts', ...(isNightly ? [] : leftToTheNight)],
        },
      },
      {
        root,
        test: {
          name: 'postgres',
          ...patience,
          isolate: false,
          setupFiles: 'tests/support/runner/fast-check.ts',
          include: isNightly ? ['tests/server/**/*.test.ts'] : withOwnSql,
          exclude: isNightly ? [] : leftToTheNight,
          globalSetup: 'tests/support/postgres.ts',
        },
      },
    ],
  },
})
