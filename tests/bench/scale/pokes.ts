import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { App } from '../../support/app.ts'
import { type Cluster, run as statement, urlOf } from '../../support/postgres.ts'
import { natsServer, startNats } from '../../support/services/nats.ts'
import { at } from '../figures.ts'
import { ask, listen, type Stream } from './client.ts'

const counts = [1, 3, 12]
const editors = 12
/** streams of people who have nothing to do with the edits, at each instance */
const bystanders = 12
const editsPerSecond = 16
const warmSeconds = 5
/** two rounds of the slowest loop of an instance, which looks for notifications every 15 s */
const idleSeconds = 30
const password = 'a long walk home'
const says = (text: string) => process.stdout.write(`${text}\n`)
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

interface Editor {
  token: string
  /** whose stream hears of each edit, at another instance if there is one */
  partner: string
  list: string
  head: number
  seq: number
}

/**
 * Prints what an edit costs all instances together, and how long its poke takes, with 1, 3 and 12 instances and each way
 * for notifications. All edits go to the first instance, at a steady rate that leaves the machine some room: at full load,
 * notifications would wait for each other and travel together. What the processes use while nothing happens is
 * subtracted.
 */
export async function measurePokes(cluster: Cluster, seconds: number): Promise<void> {
  await statement(urlOf(cluster.folder, 'postgres'), 'create database pokes')
  const env = { DATABASE_URL: urlOf(cluster.folder, 'pokes') }
  const first = await App.start(env)
  const { people, others } = await moveIn(first)
  await first.stop()
  says(`An edit of a list with two members, ${editsPerSecond} edits a second for ${seconds} s`)
  for (const carrier of ['LISTEN/NOTIFY', 'NATS'] as const) {
    if (carrier === 'NATS' && !natsServer) {
      says('  NATS: no nats-server on this machine')
      continue
    }
    for (const count of counts) {
      const nats = carrier === 'NATS' ? await startNats() : null
      const broker = nats?.servers[0]
      const apps: App[] = []
      for (let i = 0; i < count; i++)
        apps.push(await App.start({ ...env, ...(broker && { NATS_URL: broker.url }) }))
      try {
        const used = await measure(apps, cluster, broker?.pid(), people, others, seconds)
        says(`  ${carrier}, ${count} instance${count === 1 ? '' : 's'}: ${used}`)
      } finally {
        for (const app of apps) await app.stop()
        await nats?.stop()
      }
    }
  }
}

async function moveIn(app: App): Promise<{ people: Editor[]; others: string[] }> {
  const people: Editor[] = []
  for (let i = 0; i < editors; i++) {
    const token = await app.member(`editor-${i}@example.org`, password)
    const email = `partner-${i}@example.org`
    const partner = await app.member(email, password)
    const { id: list } = await app.call<{ id: string }>(
      'POST',
      '/api/v3/list',
      { _list_name: 'Weekend' },
      token,
    )
    await app.call('POST', `/api/v3/list/share?_list_id=${list}&_email_address=${email}`, undefined, token)
    await app.call('PUT', `/api/v3/list/${list}/accepted`, undefined, partner)
    const person = { token, partner, list, head: 0, seq: 0 }
    await edit(app, person, { op: 'add', productId: 'p', value: { productName: 'Milk' } })
    people.push(person)
  }
  const others: string[] = []
  for (let i = 0; i < bystanders; i++) others.push(await app.member(`other-${i}@example.org`, password))
  return { people, others }
}

async function edit(app: App, person: Editor, op: object): Promise<void> {
  const seq = ++person.seq
  const ops = [{ ...op, seq, opId: `${person.list}-${seq}`, ageMs: 0 }]
  const body = { v: 1, client: 'c', request: `r${seq}`, cursor: person.head, ops }
  const { status, text } = await ask(`${app.url}/api/v3/list/${person.list}/sync`, person.token, { body })
  const answer = JSON.parse(text) as { head: number; results: object }
  if (status !== 200 || Object.keys(answer.results).length > 0) throw new Error(`an edit: ${status} ${text}`)
  person.head = answer.head
}

async function measure(
  apps: App[],
  cluster: Cluster,
  nats: number | undefined,
  people: Editor[],
  others: string[],
  seconds: number,
): Promise<string> {
  const [at1] = apps
  if (!at1) return ''
  const streams: Stream[] = []
  const told = new Map<Editor, () => void>()
  for (const [i, person] of people.entries()) {
    // The last instances: those that get no edits, where there are several.
    const there = apps[apps.length - 1 - (i % Math.max(1, apps.length - 1))] as App
    streams.push(await listen(there.url, person.partner, () => told.get(person)?.()))
  }
  for (const { url } of apps) for (const token of others) streams.push(await listen(url, token))

  const waits: number[] = []
  const load = async (lasts: number) => {
    waits.length = 0
    const end = performance.now() + lasts * 1_000
    const every = (1_000 * people.length) / editsPerSecond
    await Promise.all(
      people.map(async (person, i) => {
        let next = performance.now() + (every * i) / people.length
        for (; next < end; next += every) {
          await pause(Math.max(0, next - performance.now()))
          const from = performance.now()
          const poked = new Promise<void>((resolve) => told.set(person, resolve))
          const set = { op: 'set', field: 'productStatus', value: person.seq % 2 === 0, baseVer: person.head }
          await Promise.all([
            poked.then(() => waits.push(performance.now() - from)),
            edit(at1, person, { ...set, productId: 'p' }),
          ])
        }
      }),
    )
  }
  const cpu = () => ({
    servers: apps.reduce((sum, { pid }) => sum + usedBy(pid), 0),
    database: usedByPostgres(cluster.folder),
    nats: usedBy(nats),
  })
  const during = async (work: () => Promise<void>) => {
    const [before, from] = [cpu(), performance.now()]
    await work()
    const [after, ms] = [cpu(), performance.now() - from]
    const of = (what: keyof typeof before) => after[what] - before[what]
    return { ms, servers: of('servers'), database: of('database'), nats: of('nats') }
  }
  await load(warmSeconds)
  const idle = await during(() => pause(idleSeconds * 1_000))
  const busy = await during(() => load(seconds))
  for (const stream of streams) stream.close()
  const each = (what: 'servers' | 'database' | 'nats') =>
    ((busy[what] - (idle[what] * busy.ms) / idle.ms) / waits.length).toFixed(2)
  return [
    `servers ${each('servers')} ms CPU an edit (idle ${Math.round((100 * idle.servers) / idle.ms)}% of a core)`,
    `PostgreSQL ${each('database')} ms`,
    ...(nats ? [`NATS ${each('nats')} ms`] : []),
    `edit to poke p50 ${at(waits, 0.5).toFixed(1)} ms, p95 ${at(waits, 0.95).toFixed(1)} ms (${waits.length} edits)`,
  ].join('; ')
}

/** CPU time of a process with all its threads, in ms. */
function usedBy(pid: number | undefined): number {
  if (pid === undefined) return 0
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
      const [ns = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
      return sum + Number(ns) / 1e6
    }, 0)
  } catch {
    // It ended meanwhile.
    return 0
  }
}

/** CPU time of a PostgreSQL with all processes that it has or had, in ms. Connections come and go. */
function usedByPostgres(folder: string): number {
  const [parent = ''] = readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
  const fieldsOf = (pid: string) =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
  const isChild = (pid: string) => {
    try {
      return fieldsOf(pid)[1] === parent
    } catch {
      return false
    }
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && (name === parent || isChild(name)))
  // The kernel counts the time of processes that have ended in hundredths of a second.
  const ended = fieldsOf(parent)
  const endedMs = (Number(ended[13]) + Number(ended[14])) * 10
  return pids.reduce((sum, pid) => sum + usedBy(Number(pid)), endedMs)
}
