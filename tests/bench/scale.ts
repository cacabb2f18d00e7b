import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { readCommand } from '../../scripts/cli/command.ts'
import { App } from '../support/app.ts'
import { type Cluster, run as statement, startCluster, urlOf } from '../support/postgres.ts'
import { at } from './figures.ts'
import { ask, listen, used, usedByPostgres, watched } from './scale/client.ts'
import { measurePokes } from './scale/pokes.ts'

const {
  positionals: [given = '60'],
  values: { pokes },
  wholeNumber,
} = readCommand({
  name: 'bench:scale',
  purpose:
    'Prints the figures of docs/scaling.md: what a read, a tick, an add, a poke and a stream cost on both databases, and on up to twelve instances.',
  takes: '[rounds]',
  options: {
    pokes: {
      type: 'boolean',
      about: 'measure only edits and pokes with 1, 3 and 12 instances, for [rounds] s each',
    },
  },
  examples: {
    '': 'each 60 times',
    '10': 'each 10 times',
    '--pokes 40': 'only pokes, 40 s for each number of instances',
  },
})
const people = 12
const products = 50
const rounds = wholeNumber(given, 'rounds')
const idleMs = 52_000
const password = 'a long walk home'

interface Person {
  token: string
  list: string
  seq: number
  head: number
}

const say = (text: string) => process.stdout.write(`${text}\n`)

async function move(app: App, i: number): Promise<Person> {
  const token = await app.member(`person-${i}@example.org`, password)
  const { id } = await app.call<{ id: string }>('POST', '/api/v3/list', { _list_name: 'Weekend' }, token)
  const person = { token, list: id, seq: 0, head: 0 }
  const value = (n: number) => ({
    productName: `Product number ${n}`,
    price: n,
    shop: 'Corner',
    category: 'Dairy',
  })
  const ops = Array.from({ length: products }, (_, n) => ({ op: 'add', productId: `p${n}`, value: value(n) }))
  await push(app, person, ops)
  return person
}

async function push(app: App, person: Person, ops: object[], cursor = person.head): Promise<void> {
  const sent = ops.map((op) => ({ ...op, seq: ++person.seq, opId: `${person.list}-${person.seq}`, ageMs: 0 }))
  const body = { v: 1, client: 'c', request: `r${person.seq}`, cursor, ops: sent }
  const { status, text } = await ask(`${app.url}/api/v3/list/${person.list}/sync`, person.token, { body })
  const answer = JSON.parse(text) as { head: number; results: object }
  if (status !== 200 || Object.keys(answer.results).length > 0) throw new Error(`a push: ${status} ${text}`)
  person.head = answer.head
}

const tick = (app: App, person: Person) => {
  const set = { op: 'set', field: 'productStatus', value: person.seq % 2 === 0, baseVer: person.head }
  return push(app, person, [{ ...set, productId: `p${person.seq % products}` }])
}

const add = (app: App, person: Person) => {
  const value = { productName: 'One more', price: 3, category: 'Dairy' }
  return push(app, person, [{ op: 'add', productId: `more-${person.seq}`, value }])
}

/** What another member does after a change: gets the row that changed. */
const pull = (app: App, person: Person) => push(app, person, [], person.head - 1)

/** All people at once, each `rounds` times, one after the other. Prints CPU for one, and returns it in ms. */
async function cost(
  what: string,
  apps: App[],
  cluster: Cluster | null,
  all: Person[],
  work: (app: App, one: Person) => Promise<number | void>,
) {
  const cpu = async () =>
    (await Promise.all(apps.map(({ url }) => used(url)))).reduce((sum, one) => sum + one.cpu, 0)
  const once = async (times: number) => {
    let bytes = 0
    await Promise.all(
      all.map(async (person, i) => {
        for (let n = 0; n < times; n++) {
          const answered = await work(apps[i % apps.length] as App, person)
          bytes += answered ?? 0
        }
      }),
    )
    return bytes
  }
  await once(10) // the code becomes warm
  const [before, stored, logged, from] = [
    await cpu(),
    cluster ? usedByPostgres(cluster.folder) : 0,
    cluster ? await walBytes(cluster) : 0,
    performance.now(),
  ]
  const bytes = await once(rounds)
  const seconds = (performance.now() - from) / 1_000
  const count = rounds * all.length
  const ms = ((await cpu()) - before) * 1_000
  const inDatabase = cluster ? (usedByPostgres(cluster.folder) - stored) * 1_000 : 0
  const wal = cluster ? Math.round(((await walBytes(cluster)) - logged) / count) : 0
  const database = cluster
    ? ` + ${(inDatabase / count).toFixed(2)} ms in PostgreSQL, ${wal} bytes of WAL`
    : ''
  const size = bytes > 0 ? `, ${Math.round(bytes / count)} bytes` : ''
  say(
    `  ${what}: ${(ms / count).toFixed(2)} ms CPU${database}${size}; ${Math.round(count / seconds)} a second here`,
  )
  return ms / count
}

async function unitCosts(app: App, cluster: Cluster | null, all: Person[]): Promise<void> {
  const read = (path: (one: Person) => string) => async (server: App, one: Person) => {
    const { status, bytes } = await ask(server.url + path(one), one.token)
    if (status !== 200) throw new Error(`a read: ${status}`)
    return bytes
  }
  const list = ({ list: id }: Person) => `/api/v3/list/${id}`
  await cost(`list of ${products}`, [app], cluster, all, read(list))
  await cost(
    'overview',
    [app],
    cluster,
    all,
    read(() => '/api/v3/lists'),
  )
  const alone = await cost('durable tick', [app], cluster, all, tick)
  await cost('add of a product', [app], cluster, all, add)
  await cost('pull of a changed row', [app], cluster, all, pull)
  const watched = await Promise.all(
    all.flatMap(({ token }) => Array.from({ length: 10 }, () => listen(app.url, token))),
  )
  const heard = () => watched.reduce((sum, { bytes }) => sum + bytes(), 0)
  const before = heard()
  const seen = await cost('tick that 10 streams hear', [app], cluster, all, tick)
  // The ten ticks that warm up are heard too.
  const pokes = watched.length * (rounds + 10)
  say(`  poke: ${((seen - alone) / 10).toFixed(3)} ms CPU, ${Math.round((heard() - before) / pokes)} bytes`)
  for (const stream of watched) stream.close()
}

async function idleStreams(app: App, all: Person[]): Promise<void> {
  const before = await used(app.url)
  const open = await Promise.all(
    all.flatMap(({ token }) => Array.from({ length: 20 }, () => listen(app.url, token))),
  )
  const begun = await used(app.url)
  const sum = () => open.reduce((total, { bytes }) => total + bytes(), 0)
  const heard = sum()
  await new Promise((resolve) => setTimeout(resolve, idleMs))
  const after = await used(app.url)
  const perMinute = ((sum() - heard) / open.length) * (60_000 / idleMs)
  const rss = (begun.rss - before.rss) / open.length / 1_024
  const cpu = ((after.cpu - begun.cpu) / open.length) * (60_000 / idleMs) * 1_000
  say(
    `  idle stream (${open.length}): ${rss.toFixed(0)} KB RSS, ${perMinute.toFixed(0)} bytes and at most ${cpu.toFixed(2)} ms CPU a minute`,
  )
  for (const stream of open) stream.close()
}

async function several(
  env: Record<string, string>,
  cluster: Cluster,
  first: App,
  all: Person[],
): Promise<void> {
  const apps = [first, await App.start(env), await App.start(env)]
  const [one] = all
  if (!one) return
  try {
    for (const [what, some] of [
      ['one instance', apps.slice(0, 1)],
      ['three instances', apps],
    ] as const)
      await cost(`${what}, ticks`, [...some], cluster, all, tick)
    const waits: number[] = []
    let told: () => void = () => undefined
    const stream = await listen(apps[2]?.url ?? '', one.token, () => told())
    for (let i = 0; i < 100; i++) {
      const poked = new Promise<void>((resolve) => (told = resolve))
      const from = performance.now()
      await Promise.all([poked, tick(first, one)])
      waits.push(performance.now() - from)
    }
    stream.close()
    say(
      `  from a tick at one to the poke at another: p50 ${at(waits, 0.5).toFixed(1)} ms, p95 ${at(waits, 0.95).toFixed(1)} ms`,
    )
  } finally {
    for (const app of apps.slice(1)) await app.stop()
  }
}

/** How much PostgreSQL has written to its log, which is also what a replica gets. */
async function walBytes({ folder }: Cluster): Promise<number> {
  const client = new Client({ connectionString: urlOf(folder, 'postgres') })
  await client.connect()
  const lsn = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`
  const { rows } = await client.query<{ bytes: string }>(lsn)
  await client.end()
  return Number(rows[0]?.bytes)
}

/** What a row takes in PostgreSQL, with its indexes, right after everybody moved in. */
async function storage(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum full')
  for (const table of ['product', 'operation', 'change_log']) {
    const { rows } = await client.query<{ size: string; count: string }>(
      `select pg_total_relation_size('${table}') as size, count(*) as count from ${table}`,
    )
    const [{ size, count } = { size: '0', count: '1' }] = rows
    say(
      `  a row of ${table}: ${Math.round(Number(size) / Number(count))} bytes with its indexes (${count} rows)`,
    )
  }
  await client.end()
}

const folder = mkdtempSync(join(tmpdir(), 'koszyk-scale-'))
say(
  `${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}; ${people} people, ${rounds} times each`,
)
for (const kind of pokes ? [] : (['SQLite', 'PostgreSQL'] as const)) {
  const cluster = kind === 'PostgreSQL' ? await startCluster({ fsync: 'on' }) : null
  if (cluster) await statement(urlOf(cluster.folder, 'postgres'), 'create database scale')
  const env = {
    ...watched,
    DATABASE_URL: cluster ? urlOf(cluster.folder, 'scale') : `sqlite:${join(folder, 'scale.sqlite')}`,
  }
  const app = await App.start(env)
  try {
    const all: Person[] = []
    for (let i = 0; i < people; i++) all.push(await move(app, i))
    say(kind)
    if (cluster) await storage(env.DATABASE_URL)
    await used(app.url) // from now on the process watches itself
    // First, while the process has no room left over from other work.
    await idleStreams(app, all)
    await unitCosts(app, cluster, all)
    if (cluster) await several(env, cluster, app, all)
  } finally {
    await app.stop()
    await cluster?.stop()
  }
}
const cluster = await startCluster({ fsync: 'on' })
try {
  await measurePokes(cluster, rounds)
} finally {
  await cluster.stop()
}
rmSync(folder, { recursive: true, force: true })
process.exit(0)
