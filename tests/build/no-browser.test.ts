import { existsSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { App } from '../support/app.ts'
import { Prepared } from '../support/prepared.ts'

test('RUN-5 where no browser can be started, the tests say how to name one, and leave no server behind', async () => {
  vi.stubEnv('CHROMIUM', '/nowhere/chromium')
  onTestFinished(() => void vi.unstubAllEnvs())
  const started = vi.spyOn(App, 'start')
  onTestFinished(() => started.mockRestore())
  await expect(Prepared.make()).rejects.toThrow(
    /^Chromium could not be started from \/nowhere\/chromium\. Set CHROMIUM to another one/,
  )
  const app = (await started.mock.results[0]?.value) as App
  expect(app.pid).toBeUndefined()
  await expect(fetch(`${app.url}/healthz`)).rejects.toThrow('fetch failed')
  expect(existsSync(app.folder)).toBe(false)
})
