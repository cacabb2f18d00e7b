import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { startJobs } from '../../../server/operate/jobs.ts'
import { recorded } from '../../../server/operate/backup-record.ts'
import { freshDatabase } from '../../support/database.ts'
import { startLogged } from '../../support/logged.ts'
import { type TestServer, testServer } from '../../support/server.ts'

const hour = 3_600_000
const day = 24 * hour

async function operated(env: Record<string, string> = {}) {
  const url = await freshDatabase()
  const server = await testServer({ env: { DATABASE_URL: url, ...env }, onDisk: true })
  // The database says by the clock of the machine when it was made.
  server.clock.now = Date.now()
  const { services } = server.app
  return {
    server,
    backUp: (work: () => Promise<void> = () => Promise.resolve()) =>
      recorded(services.config.database, services.now, work),
    /** What a server says that starts now. */
    async said(): Promise<string[]> {
      const lines: string[] = []
      const stop = startJobs(
        services,
        (error) => expect.fail(String(error)),
        (text) => lines.push(text),
      )
      await stop()
      return lines
    },
  }
}

async function metrics(server: TestServer): Promise<number[]> {
  const { body } = await server.call(null, 'GET', `/metrics?token=${server.app.services.startToken}`)
  return ['backup_last_success_timestamp_seconds', 'backup_last_failed'].map((name) =>
    Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]),
  )
}

test('RUN-17 a backup that grew old is told at the start and by a metric, until there is a new one', async () => {
  const { server, backUp, said } = await operated()
  await backUp()
  const made = server.clock.now
  expect([await said(), await metrics(server)]).toEqual([[], [made / 1_000, 0]])
  server.clock.now += 2 * day
  expect(await said()).toEqual([])
  server.clock.now += hour
  expect(await said()).toEqual([
    expect.stringMatching(/^The last good one is of .* UTC: none has been made for 2 days\. /),
  ])
  expect(await metrics(server)).toEqual([made / 1_000, 0])
  await backUp()
  expect([await said(), await metrics(server)]).toEqual([[], [server.clock.now / 1_000, 0]])
})

test('RUN-17 a backup that failed is told, and says how old the last good one is', async () => {
  const { server, backUp, said } = await operated()
  const failing = () => backUp(() => Promise.reject(new Error('the disk is full')))
  await expect(failing()).rejects.toThrow('the disk is full')
  expect(await said()).toEqual([
    expect.stringMatching(
      /^The backup of .* UTC failed\. There is no earlier one\. 'npm run backup' says why/,
    ),
  ])
  server.clock.now += hour
  await backUp()
  const made = server.clock.now
  expect([await said(), await metrics(server)]).toEqual([[], [made / 1_000, 0]])
  server.clock.now += hour
  await expect(failing()).rejects.toThrow('the disk is full')
  const good = new Date(made).toISOString().slice(0, 16).replace('T', ' ')
  expect(await said()).toEqual([expect.stringContaining(`failed. The last good one is of ${good} UTC.`)])
  expect(await metrics(server)).toEqual([made / 1_000, 1])
})

test('RUN-17 a server for others without any backup says so after two days', async () => {
  const others = await operated({ PUBLIC_URL: 'https://lists.example.org' })
  const alone = await operated()
  for (const one of [others, alone]) {
    expect(await one.said()).toEqual([])
    one.server.clock.now += 2 * day + hour
  }
  expect(await others.said()).toEqual([
    expect.stringMatching(/^No backup has been made by 'npm run backup' yet/),
  ])
  expect(await alone.said()).toEqual([])
  expect(await metrics(others.server)).toEqual([0, 0])
})

test('RUN-17 the command records what became of it, and the next start says it', async () => {
  const first = await startLogged({ LOG_LEVEL: 'warn' })
  const { dataDir, file } = first
  const backup = (...args: string[]) =>
    spawnSync(process.execPath, [resolve(import.meta.dirname, '../../../scripts/backup.ts'), ...args], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: `sqlite:${file}` },
      encoding: 'utf8',
    })
  const rows = () => {
    const sqlite = new BetterSqlite(file, { readonly: true })
    const found = sqlite.prepare("select key from meta where key like 'backup:%' order by key").pluck().all()
    sqlite.close()
    return found
  }
  const done = backup()
  expect([done.status, done.stdout]).toEqual([0, expect.stringMatching(/is complete, .* were removed\.\n$/)])
  expect(rows()).toEqual(['backup:done'])
  writeFileSync(join(dataDir, 'taken'), '')
  expect(backup(join(dataDir, 'taken')).status).toBe(1)
  expect(rows()).toEqual(['backup:done', 'backup:failed'])
  expect(first.output()).not.toContain('backup')
  await first.stop()
  const next = await startLogged({ LOG_LEVEL: 'warn', DATABASE_URL: `sqlite:${file}` })
  await expect.poll(next.output).toMatch(/The backup of .* failed\. The last good one is of /)
})
