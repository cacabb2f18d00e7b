import { defineConfig } from '@playwright/test'
import type { Engine } from './driver.ts'

/** The engines under test: those that the Chromium tests do not cover, unless ENGINES names others. */
const engines = (process.env['ENGINES'] ?? 'webkit,firefox').split(',') as Engine[]

export default defineConfig<{ engine: Engine }>({
  testDir: '.',
  projects: engines.map((engine) => ({ name: engine, use: { engine } })),
  outputDir: '../../test-results/browsers',
  timeout: 240_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  // Only a test whose browser crashed is run once more (fixtures.ts).
  retries: 1,
  forbidOnly: true,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['list'], ['json']] : 'list',
})
