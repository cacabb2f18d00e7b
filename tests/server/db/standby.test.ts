import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { asProblem } from '../../../server/base/problem.ts'
import { dialect } from '../../support/database.ts'
import { type Cluster, run, startCluster, urlOf } from '../../support/postgres.ts'
import {
  newList,
  password,
  type Person,
  type Reply,
  type TestServer,
  testServer,
} from '../../support/server.ts'

/** Less than a usual one, so that the tests need not wait for it. */
const longestSilenceMs = 3_000

/** A server on a PostgreSQL of its own, with a person and a list. */
async function started(): Promise<{ cluster: Cluster; server: TestServer; ala: Person; list: string }> {
  const cluster = await startCluster({ fsync: 'off' })
  onTestFinished(cluster.stop)
  await run(urlOf(cluster.folder, 'postgres'), 'create database koszyk')
  const server = await testServer({
    env: { DATABASE_URL: urlOf(cluster.folder, 'koszyk') },
    longestSilenceMs,
  })
  const ala = await server.person('ala@example.pl')
  return { cluster, server, ala, list: await newList(server, ala) }
}

/** Makes each commit wait for this standby; '' for none. Runs only what waits for no commit. */
async function waitFor(cluster: Cluster, standby: string): Promise<void> {
  const url = urlOf(cluster.folder, 'postgres')
  await run(url, `alter system set synchronous_standby_names = '${standby}'`)
  await run(url, 'select pg_reload_conf()')
  await expect.poll(() => shown(cluster)).toBe(standby)
}

async function shown(cluster: Cluster): Promise<unknown> {
  const [row] = await ask(cluster, 'show synchronous_standby_names')
  return row?.['synchronous_standby_names']
}

/** How many commits wait for a standby. */
async function waiting(cluster: Cluster): Promise<number> {
  const rows = await ask(cluster, "select 1 from pg_stat_activity where wait_event = 'SyncRep'")
  return rows.length
}

/** Ends these waits: the commits are then seen by everybody, as they are after a crash of the primary. */
async function cancelWaits(cluster: Cluster): Promise<void> {
  await ask(cluster, "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
}

async function ask({ folder }: Cluster, statement: string): Promise<Record<string, unknown>[]> {
  const { Client } = await import('pg')
  const client = new Client({ connectionString: urlOf(folder, 'postgres') })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

const add = (server: TestServer, who: Person, list: string, seq: number) =>
  server.call(who, 'POST', `/api/v3/list/${list}/sync`, {
    v: 1,
    client: 'c',
    request: `r${seq}`,
    cursor: 0,
    ops: [
      {
        seq,
        opId: `o${seq}`,
        op: 'add',
        productId: `p${seq}`,
        value: { productName: `No ${seq}` },
        ageMs: 0,
      },
    ],
  })

const once = { 'idempotency-key': 'once' }
const twice = { 'idempotency-key': 'twice' }

const namesIn = async (server: TestServer, who: Person, list: string) => {
  const { status, body } = await server.call(who, 'GET', `/api/v3/list/${list}`)
  expect(status).toBe(200)
  return (body.products as { productName: string }[]).map(({ productName }) => productName)
}

test.runIf(dialect === 'postgres')(
  'RUN-7 while a standby is missing, reads go on, and a write is refused in time and applied once',
  async () => {
    const { cluster, server, ala, list } = await started()
    expect((await add(server, ala, list, 1)).status).toBe(200)
    await waitFor(cluster, 'missing')

    // More than there are connections, so that each of them ends up waiting.
    const others = await Promise.all(
      Array.from({ length: 14 }, (_, i) =>
        server.call(null, 'POST', '/api/v3/profile/reset_password/step1', { email: `nobody${i}@example.pl` }),
      ),
    )
    expect(others.map(({ status }) => status)).toEqual(Array.from(others, () => 503))
    const late = await add(server, ala, list, 2)
    expect(late).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)

    expect(await namesIn(server, ala, list)).toEqual(['No 1'])
    expect((await server.call(ala, 'GET', '/api/v3/lists')).status).toBe(200)
    const pull = { v: 3, client: 'd', request: 'r', ops: [] }
    for (const cursor of [0, 1])
      expect(await server.call(ala, 'POST', `/api/v3/list/${list}/sync`, { ...pull, cursor })).toMatchObject({
        status: 200,
        body: { head: 1 },
      })
    expect((await server.call(null, 'GET', '/readyz')).status).toBe(200)
    // The device tries again, again in vain.
    expect((await add(server, ala, list, 2)).status).toBe(503)
    expect(await waiting(cluster)).toBeLessThanOrEqual(10)

    await waitFor(cluster, '')
    await expect.poll(() => waiting(cluster)).toBe(0)
    expect(await add(server, ala, list, 2)).toMatchObject({ status: 200, body: { last: 2, head: 2 } })
    expect(await namesIn(server, ala, list)).toEqual(['No 1', 'No 2'])
  },
)

test.runIf(dialect === 'postgres')(
  'RUN-7 a commit whose wait for a standby was cancelled is not taken for safe, and repeating it waits again',
  async () => {
    const { cluster, server, ala, list } = await started()
    await waitFor(cluster, 'missing')
    const cancelled = add(server, ala, list, 1)
    await expect.poll(() => waiting(cluster)).toBe(1)
    await cancelWaits(cluster)
    expect(await cancelled).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    // It is there, and nobody is told that it is safe.
    expect(await namesIn(server, ala, list)).toEqual(['No 1'])
    expect((await add(server, ala, list, 1)).status).toBe(503)
    await waitFor(cluster, '')
    expect(await add(server, ala, list, 1)).toMatchObject({ status: 200, body: { last: 1 } })
    expect(await namesIn(server, ala, list)).toEqual(['No 1'])
  },
)

test.runIf(dialect === 'postgres')(
  'RUN-7 a write outside of a transaction waits for a standby as a commit does, and leaves no process behind',
  async () => {
    const { cluster, server } = await started()
    await waitFor(cluster, 'missing')
    const count = async (value: string) =>
      server.db
        .insertInto('meta')
        .values({ key: `mine ${value}`, value })
        .execute()
        .then(() => 'stored')
        .catch((error: unknown) => asProblem(error).code)

    // The first may still be early: another process of PostgreSQL has to read the setting too.
    const some: Promise<string>[] = []
    const begun = async () => {
      some.push(count(`cancelled ${some.length}`))
      return waiting(cluster)
    }
    await expect.poll(begun).toBeGreaterThan(0)
    await ask(cluster, "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")
    expect((await Promise.all(some)).at(-1)).toBe('unavailable')

    for (const round of [1, 2]) {
      const all = await Promise.all(Array.from({ length: 12 }, (_, i) => count(`${round} ${i}`)))
      expect(all).toEqual(Array.from(all, () => 'unavailable'))
      expect(await waiting(cluster)).toBeLessThanOrEqual(10)
    }
    await waitFor(cluster, '')
    await expect.poll(() => waiting(cluster)).toBe(0)
    expect(await count('later')).toBe('stored')
  },
)

test.runIf(dialect === 'postgres')(
  'RUN-7 a repeated write waits for a standby as well, also where it is prepared before its transaction',
  async () => {
    const { cluster, server, ala, list } = await started()
    await server.call(ala, 'POST', '/api/v3/template', { id: 't', templateName: 'Cake' })
    await server.call(ala, 'POST', '/api/v3/template/t/product', { productName: 'Salt' })
    const passwords = { oldPassword: password, newPassword: 'another good horse' }
    const writes: (() => Promise<Reply>)[] = [
      () => server.call(ala, 'POST', `/api/v3/list/${list}/product`, { productName: 'Milk' }, once),
      () => server.call(ala, 'POST', `/api/v3/template/t/merge_with_list/${list}`, undefined, twice),
      () => server.call(ala, 'PUT', '/api/v3/profile/change-password', passwords, once),
    ]
    await waitFor(cluster, 'missing')
    for (const write of writes) {
      const cancelled = write()
      await expect.poll(() => waiting(cluster)).toBe(1)
      await cancelWaits(cluster)
      expect((await cancelled).status).toBe(503)
    }
    // All are there, and no standby has them.
    expect(await namesIn(server, ala, list)).toEqual(['Milk', 'Salt'])
    for (const write of writes) expect((await write()).status).toBe(503)
    await waitFor(cluster, '')
    await expect.poll(() => waiting(cluster)).toBe(0)
    const statuses: number[] = []
    for (const write of writes) statuses.push((await write()).status)
    expect(statuses).toEqual([201, 200, 200])
    expect(await namesIn(server, ala, list)).toEqual(['Milk', 'Salt'])
  },
)

test.runIf(dialect === 'postgres')(
  'RUN-7 where the database is frozen, each call is answered in time, and all is well when it goes on',
  async () => {
    const { cluster, server, ala, list } = await started()
    expect((await add(server, ala, list, 1)).status).toBe(200)
    const serving = await ask(cluster, 'select pid from pg_stat_activity where pid <> pg_backend_pid()')
    const [first = ''] = readFileSync(join(cluster.folder, 'data/postmaster.pid'), 'utf8').split('\n')
    const processes = [Number(first), ...serving.map(({ pid }) => Number(pid))]
    for (const pid of processes) process.kill(pid, 'SIGSTOP')
    try {
      const calls = await Promise.all([
        server.call(null, 'GET', '/readyz'),
        server.call(ala, 'GET', '/api/v3/lists'),
        add(server, ala, list, 2),
      ])
      expect(calls.map(({ status }) => status)).toEqual([503, 503, 503])
    } finally {
      for (const pid of processes) process.kill(pid, 'SIGCONT')
    }
    expect((await add(server, ala, list, 2)).status).toBe(200)
    expect(await namesIn(server, ala, list)).toEqual(['No 1', 'No 2'])
    expect((await server.call(null, 'GET', '/readyz')).status).toBe(200)
  },
)
