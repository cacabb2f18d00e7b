import { defineConfig } from '@playwright/test'
import { leftToTheNight } from './left-to-the-night.ts'

export default defineConfig({
  testDir: '.',
  // The longest first, so that no worker is left alone with one of them at the end.
  projects: [
    { name: 'walk', testMatch: 'walk.spec.ts' },
    {
      name: 'flows',
      testMatch: '*.spec.ts',
      testIgnore: [
        'walk.spec.ts',
        'trouble.spec.ts',
        'storage.spec.ts',
        'full-disk.spec.ts',
        'update.spec.ts',
      ],
    },
    // `npm run trouble`: the sync engine's hard cases, too slow for every run.
    {
      name: 'trouble',
      testMatch: [
        'engine.spec.ts',
        'trouble.spec.ts',
        'storage.spec.ts',
        'full-disk.spec.ts',
        'update.spec.ts',
      ],
    },
  ],
  outputDir: '../../test-results',
  // Allows for a slow machine that runs two browsers; no test waits longer than it must.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // What cannot be pressed or opened is told by its name, before the test's own time is over.
  use: { actionTimeout: 40_000, navigationTimeout: 60_000 },
  fullyParallel: true,
  // Twice the cores that a small machine has: half of a test's time is spent waiting.
  workers: 4,
  retries: 0,
  ...(process.env['BY_DAY'] === 'true' && { grepInvert: leftToTheNight }),
  forbidOnly: true,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
})
