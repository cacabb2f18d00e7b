import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testServer, webClient } from '../../support/server.ts'

test('ROUTE-6 while the file lies in DATA_DIR every call answers maintenance, and the rest goes on', async () => {
  const server = await testServer()
  const anna = await server.person('anna@example.org')
  const file = join(server.app.services.config.dataDir, 'maintenance')
  writeFileSync(file, '')
  await nextTurn()
  const call = await server.call(anna, 'GET', '/api/v3/me')
  expect(call).toMatchObject({ status: 503, body: { code: 'maintenance' }, headers: { 'retry-after': '5' } })
  const token = await server.call(null, 'POST', '/oauth/v2/token', {
    grant_type: 'refresh_token',
    refresh_token: 'any',
    ...webClient,
  })
  expect(token).toMatchObject({
    status: 503,
    body: { error: 'temporarily_unavailable', code: 'maintenance' },
  })
  expect((await server.call(null, 'GET', '/healthz')).status).toBe(200)
  rmSync(file)
  await nextTurn()
  expect((await server.call(anna, 'GET', '/api/v3/me')).status).toBe(200)
})
