import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { App } from '../support/app.ts'
import { Prepared } from '../support/prepared.ts'

test('RUN-5 where no browser can be started, the tests say how to name one, and leave no server behind', async () => {
  vi.stubEnv('CHROMIUM', '/nowhere/chromium')
  vi.stubEnv('CHROMIUM_SHELL', '')
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

test('RUN-5 a server of a test ends with the process that started it, however that ends', async () => {
  const app = pathToFileURL(resolve(import.meta.dirname, '../support/app.ts')).href
  const code = `const { App } = await import('${app}'); const { url, folder } = await App.start(); console.log(url, folder)`
  const runner = spawn(process.execPath, ['--input-type=module', '--eval', code])
  onTestFinished(() => void runner.kill('SIGKILL'))
  const [printed] = (await once(runner.stdout, 'data')) as [Buffer]
  const [url = '', folder = ''] = String(printed).trim().split(' ')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect((await fetch(`${url}/healthz`)).ok).toBe(true)
  runner.kill('SIGKILL')
  await expect
    .poll(() =>
      fetch(`${url}/healthz`).then(
        () => 'up',
        () => 'down',
      ),
    )
    .toBe('down')
})
