import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCommand } from '../../scripts/cli/command.ts'
import { createProgress } from '../../scripts/cli/progress.ts'
import { type Db, openDatabase } from '../../server/db/open.ts'
import { App } from '../support/app.ts'
import { run as statement, startCluster, urlOf } from '../support/postgres.ts'
import { type Attack, attacks } from './attack/attacks.ts'
import { day, fillAccount, longList } from './attack/fill.ts'
import { middle } from './figures.ts'

// A real server process answers the full account's calls one after the other, while another client measures its
// longest wait.
const {
  values: { postgres: onPostgres, only },
  positionals: [given = '3'],
  wholeNumber,
} = readCommand({
  name: 'bench:attack',
  purpose:
    'Prints how long others wait while an account at its limits makes its calls, and while the nightly jobs run.',
  takes: '[runs]',
  options: {
    postgres: { type: 'boolean', default: false, about: 'on a PostgreSQL of its own' },
    only: { type: 'string', value: 'words', about: 'the attacks with these words in their names' },
  },
  examples: { '1 --postgres': '', "--only 'the night'": '' },
})
const runs = wholeNumber(given, 'runs')
const password = 'a long walk home'
const timeOut = 8_000

const folder = mkdtempSync(join(tmpdir(), 'koszyk-attack-'))
const cluster = onPostgres ? await startCluster({ fsync: 'on' }) : null
if (cluster) await statement(urlOf(cluster.folder, 'postgres'), 'create database attack')
const address = cluster ? urlOf(cluster.folder, 'attack') : `sqlite:${join(folder, 'attack.sqlite')}`
const env = { DATABASE_URL: address }

async function inDatabase(work: (db: Db) => Promise<unknown>): Promise<void> {
  const db = await openDatabase(cluster ? { postgres: address } : { sqlite: address.slice('sqlite:'.length) })
  await work(db)
  await db.destroy()
}

async function idOf(app: App, token: string): Promise<string> {
  return (await app.call<{ id: string }>('GET', '/api/v3/me', undefined, token)).id
}

type Waits = { read: number; write: number }
const told = (child: ChildProcess, word: string) =>
  new Promise<unknown>((heard) => {
    child.once('message', heard)
    child.send(word)
  })

async function send(app: App, attack: Attack, token: string | undefined): Promise<number> {
  const { method = 'GET', path, body, raw, headers = {} } = attack
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const response = await fetch(app.url + path, {
    method,
    headers: {
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(payload === undefined ? {} : { body: payload as BodyInit }),
    signal: AbortSignal.timeout(timeOut),
  })
  await response.arrayBuffer()
  return response.status
}

interface Figures {
  statuses: Set<string>
  time: number[]
  read: number[]
  write: number[]
}
const figures = new Map<string, Figures>()

const isWanted = (name: string) => only === undefined || name.includes(only)
const withNight = only === undefined || 'the night'.includes(only)
const total =
  1 + runs * attacks('', '', password).filter(({ name }) => isWanted(name)).length + (withNight ? 3 : 0)
const progress = createProgress('measurements')
let done = 0

function note(name: string, status: string, time: number, { read, write }: Waits): void {
  const known = figures.get(name) ?? { statuses: new Set(), time: [], read: [], write: [] }
  figures.set(name, known)
  known.statuses.add(status)
  known.time.push(time)
  known.read.push(read)
  known.write.push(write)
}

const pair = (values: readonly number[]) => `${Math.min(...values).toFixed(0)} / ${middle(values).toFixed(0)}`
const row = (...cells: string[]) =>
  `${(cells[0] ?? '').padEnd(40)}${cells
    .slice(1)
    .map((cell) => cell.padStart(16))
    .join('')}\n`

async function measured(name: string, other: ChildProcess, work: () => Promise<string>): Promise<void> {
  await told(other, 'begin')
  const start = performance.now()
  const status = await work().catch(() => 'none')
  const time = performance.now() - start
  const waits = (await told(other, 'end')) as Waits
  note(name, status, time, waits)
  progress.hide()
  process.stderr.write(row(name, status, time.toFixed(0), waits.read.toFixed(0), waits.write.toFixed(0)))
  progress.report('Measuring', ++done, total)
}

const app = await App.start(env)
let other: ChildProcess | null = null
try {
  const full = await app.member('full@example.org', password)
  const friend = await app.member('friend@example.org', password)
  const tokens = { full, friend }
  const fullId = await idOf(app, full)
  const friendId = await idOf(app, friend)
  const someone = await app.member('someone@example.org', password)
  const { id: list } = await app.call<{ id: string }>('POST', '/api/v3/list', {}, someone)
  const { id } = await app.call<{ id: string }>(
    'POST',
    `/api/v3/list/${list}/product`,
    { productName: 'Milk' },
    someone,
  )
  await app.end()
  process.stdout.write('filling the account …\n')
  await inDatabase((db) => fillAccount(db, fullId, friendId, Date.now()))
  process.stdout.write('calling …\n')
  await app.start()
  const product = `/api/v3/list/${list}/product/${id}`
  const listen = () => fork(join(import.meta.dirname, 'attack/other.ts'), [app.url, someone, product])

  other = listen()
  await measured('nothing, one second', other, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return ''
  })
  for (let round = 0; round < runs; round++) {
    const copy = await app.call<{ id: string }>(
      'POST',
      `/api/v3/list/${longList(fullId)}/duplicate`,
      undefined,
      full,
    )
    for (const attack of attacks(fullId, copy.id, password)) {
      if (!isWanted(attack.name)) continue
      await measured(attack.name, other, async () => {
        const token = attack.as && tokens[attack.as]
        const all = Array.from({ length: attack.times ?? 1 }, () => send(app, attack, token))
        return [...new Set(await Promise.all(all))].join()
      })
      await untilIdle(app, [full, friend])
    }
    const { items } = await app.call<{ items: { id: string; listName: string }[] }>(
      'GET',
      '/api/v3/lists?limit=50',
      undefined,
      full,
    )
    for (const one of items)
      if (!one.id.startsWith(`${fullId}-`)) await app.call('DELETE', '/api/v3/list', { _id: one.id }, full)
  }
  if (withNight) await night(app, fullId, listen)
} finally {
  progress.end()
  other?.disconnect()
  await app.stop()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Waits until the server has finished requests that the client gave up on; after 20 s it is restarted. */
async function untilIdle(app: App, tokens: readonly string[]): Promise<void> {
  const signal = AbortSignal.timeout(20_000)
  const idle = tokens.map((token) =>
    fetch(`${app.url}/api/v3/me`, { headers: { authorization: `Bearer ${token}` }, signal }),
  )
  await Promise.all(idle).catch(async () => {
    await app.kill()
    await app.start()
  })
}

/** Runs the daily jobs twice: once on data that is 90 days old, once to remove the account itself. */
async function night(app: App, fullId: string, listen: () => ChildProcess): Promise<void> {
  const due = async (prepare: (db: Db) => Promise<unknown>) => {
    await app.end()
    await inDatabase(async (db) => {
      await db.deleteFrom('meta').where('key', 'like', 'job:%').execute()
      await prepare(db)
    })
    await app.start()
    const one = listen()
    return { one, done: () => untilDone() }
  }
  const untilDone = async () => {
    const end = Date.now() + 120_000
    const isDone = async (db: Db) => {
      while (Date.now() < end) {
        const jobs = await db
          .selectFrom('meta')
          .select(['key', 'value'])
          .where('key', 'like', 'job:%')
          .execute()
        if (jobs.length === 2 && jobs.every(({ value }) => Number(value) > Date.now() + day / 2)) return
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    await inDatabase(isDone)
    return ''
  }
  // A freshly started server is slower anyway; this measures by how much.
  await app.end()
  await app.start()
  const fresh = listen()
  await measured('a fresh start, one second of nothing', fresh, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    return ''
  })
  fresh.disconnect()
  for (const [name, prepare] of [
    ['the night: what is 90 days old', async () => undefined],
    [
      'the night: the account is removed',
      (db: Db) =>
        db
          .updateTable('account')
          .set({ status: 'D', status_before: 'A', deleted_at: Date.now() - 31 * day })
          .where('id', '=', fullId)
          .execute(),
    ],
  ] as const) {
    const { one, done } = await due(prepare)
    await measured(name, one, done)
    one.disconnect()
  }
}

process.stdout.write(
  `\n${onPostgres ? 'PostgreSQL' : 'SQLite'}, ${runs} runs, least / middle, in milliseconds\n`,
)
process.stdout.write(row('attack', 'status', 'time', "other's GET", "other's PUT"))
for (const [name, { statuses, time, read, write }] of figures)
  process.stdout.write(row(name, [...statuses].join(), pair(time), pair(read), pair(write)))
