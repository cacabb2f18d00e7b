import { defineConfig } from '@playwright/test'
import type { ProxyName } from './proxies.ts'

const proxies = (process.env['PROXIES'] ?? 'caddy,nginx').split(',') as ProxyName[]

export default defineConfig<{ via: ProxyName }>({
  testDir: '.',
  testMatch: '*.spec.ts',
  projects: proxies.map((via) => ({ name: via, use: { via } })),
  outputDir: '../../test-results/deploy',
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: 'list',
})
