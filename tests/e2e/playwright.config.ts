import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  // The longest first, so that no worker is left alone with one of them at the end.
  projects: [
    { name: 'walk', testMatch: 'walk.spec.ts' },
    {
      name: 'flows',
      testMatch: '*.spec.ts',
      testIgnore: ['walk.spec.ts', 'trouble.spec.ts', 'storage.spec.ts', 'update.spec.ts'],
    },
    // What `npm run trouble` runs: the sync engine in every trouble there is, too slow for every day.
    {
      name: 'trouble',
      testMatch: ['engine.spec.ts', 'trouble.spec.ts', 'storage.spec.ts', 'update.spec.ts'],
    },
  ],
  outputDir: '../../test-results',
  // A slow machine with two browsers at work; nothing waits longer than it must.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
})
