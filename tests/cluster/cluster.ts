import { randomInt } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import 'fake-indexeddb/auto'
import { Client } from 'pg'
import { buildIfStale } from '../../scripts/build.ts'
import { readCommand } from '../../scripts/cli/command.ts'
import { App } from '../support/app.ts'
import { type Account, type EngineDevice, Watch } from './devices.ts'
import { type Fault, faults } from './faults.ts'
import { makeHousehold } from './household.ts'
import { judge } from './judge.ts'
import { natsUrl, passwords, Proxy, removeFolder } from './machines.ts'
import { removeNetwork } from './network.ts'
import { Cluster, pause, until } from './patroni.ts'
import { Reader } from './reader.ts'
import { openDoors } from './strangers.ts'

const { values } = readCommand({
  name: 'cluster',
  purpose:
    'Starts three machines with etcd, Patroni, PostgreSQL and NATS, HAProxy and three instances, each machine in a network of its own; pulls their plugs while devices type; says what was lost and how long it took. Needs root and, of Debian, patroni, etcd-server, haproxy, nats-server and iproute2.',
  options: {
    asynchronous: { type: 'boolean', default: false, about: 'a commit waits for no standby' },
    only: {
      type: 'string',
      default: '',
      value: 'words',
      about: 'the faults with these words in their names',
    },
    lists: { type: 'string', default: '3', value: 'number', about: 'lists, each with three devices' },
  },
  examples: { '': 'every fault', "--only 'killed'": '', '--asynchronous': 'commits are lost by design' },
})

const say = (what: string) => process.stdout.write(`${what}\n`)
const folder = mkdtempSync(join(tmpdir(), 'koszyk-cluster-'))
// The machines run as other users.
chmodSync(folder, 0o755)
const databaseUrl = `postgres://koszyk:${passwords.app}@127.0.0.1:5000/koszyk`

async function canConnect(): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  await client.end()
  return true
}

interface Row {
  fault: string
  outage: string
  readOutage: string
  pokes: string
  recovered: number
}

/** The longest time without an acknowledgement from `from` to `to`, ms. */
function longestGap(times: readonly number[], from: number, to: number): number {
  const within = [from, ...times.filter((time) => time > from && time < to), to]
  return Math.max(...within.slice(1).map((time, i) => time - (within[i] ?? 0)))
}

const programs = ['etcd', 'patroni', 'psql', 'openssl', 'haproxy', 'nats-server', 'ip', 'setpriv']

const seconds = (ms: number | undefined) => ((ms ?? 0) / 1_000).toFixed(1)

/** Returns how long pokes took from the acknowledgement of a change in that time: 95% of them, and the slowest. */
function pokesBetween(watch: Watch, from: number, to: number): string {
  const all = [...watch.pokes.values()].flatMap((pokes) => pokes.between(from, to)).toSorted((a, b) => a - b)
  return `${seconds(all[Math.floor(all.length * 0.95)])}, ${seconds(all.at(-1))} s of ${all.length}`
}

/** Returns what keeps this machine from running the cluster; '' for nothing. */
function obstacle(): string {
  if (process.getuid?.() !== 0) return 'It makes networks and other users’ processes: run it as root.'
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const missing = programs.filter((name) => !folders.some((path) => existsSync(join(path, name))))
  return missing.length > 0
    ? `Missing: ${missing.join(', ')}. docs/operating.md names Debian's packages.`
    : ''
}

async function main(): Promise<void> {
  const cluster = new Cluster(folder)
  const proxy = new Proxy(folder)
  const apps: App[] = []
  const watch = new Watch()
  const devices: EngineDevice[] = []
  try {
    buildIfStale()
    say('starting the machines')
    await cluster.whole(180)
    const primary = await cluster.primary()
    if (values.asynchronous) cluster.set('synchronous_mode=false', `maximum_lag_on_failover=${1 << 30}`)
    watch.ledger.isStrict = !values.asynchronous
    primary.psql(`create role koszyk login password '${passwords.app}'`)
    primary.psql('create database koszyk owner koszyk')
    await until('way to the primary', 30, canConnect)
    watch.faults.push(...(await openDoors(folder, cluster.machines, primary)))
    say(watch.faults.length === 0 ? 'strangers are refused' : `open: ${watch.faults.join('; ')}`)
    const env = {
      DATABASE_URL: databaseUrl,
      NATS_URL: natsUrl,
      MAILS: 'files',
      LOG_LEVEL: 'fatal',
    }
    for (let i = 0; i < 3; i++) apps.push(await App.start(env))
    const [app] = apps as [App]
    const urls = apps.map(({ url }) => url)
    say('making accounts and lists')
    const reader = new Reader(urls)
    for (let list = 0; list < Number(values.lists); list++)
      devices.push(...(await makeHousehold(app, urls, list, watch)))
    await reader.start(devices[0]?.account as Account)
    await Promise.all(devices.map((device) => device.pull()))
    // The second of each list pulls when it is told to, the others now and then.
    for (const [i, device] of devices.entries()) if (i % 3 === 1) device.listen()

    const over = new AbortController()
    const typing = devices.map(async (device) => {
      while (!over.signal.aborted) {
        await device.type()
        await pause(randomInt(300, 1_500))
        if (!device.isListening && randomInt(4) === 0) void device.pull()
      }
    })
    const rows: Row[] = []
    const chosen: Fault[] = faults.filter(
      ({ name, loses = false }) => name.includes(values.only) && (values.asynchronous || !loses),
    )
    for (const fault of chosen) {
      await pause(5_000)
      const from = performance.now()
      const before = watch.recovered
      const repair = await fault.begin({ cluster, apps, primary: await cluster.primary() })
      await pause(fault.seconds * 1_000)
      await repair()
      await cluster.whole(240)
      await pause(3_000)
      const to = performance.now()
      const outage = longestGap(watch.acknowledged, from, to) / 1_000
      const readOutage = longestGap(reader.answered, from, to) / 1_000
      rows.push({
        fault: fault.name,
        outage: outage.toFixed(1),
        readOutage: readOutage.toFixed(1),
        pokes: pokesBetween(watch, from, to),
        recovered: watch.recovered - before,
      })
      say(`${fault.name}: writes out for ${outage.toFixed(1)} s, reads for ${readOutage.toFixed(1)} s`)
    }
    over.abort()
    await Promise.all(typing)
    say('sending what is left')
    const pulling = devices.filter(({ isListening }) => !isListening)
    await until('empty outbox', 180, async () => {
      await Promise.all(pulling.map((device) => device.pull()))
      const waiting = await Promise.all(devices.map((device) => device.waiting()))
      return waiting.every((count) => count === 0)
    })
    await Promise.all(pulling.map((device) => device.pull()))
    await hearTheEnd(devices, watch)
    reader.stop()
    if (!values.asynchronous && watch.recovered > 0)
      watch.faults.push(`the database lost ${watch.recovered} changes, and devices sent them again`)
    await judge(devices, watch, databaseUrl)
    say('\n| Fault | Writes answered again after | Reads | Pokes: 95%, slowest | Sent again by devices |')
    say('|---|---|---|---|---|')
    for (const { fault, outage, readOutage, pokes, recovered } of rows)
      say(`| ${fault} | ${outage} s | ${readOutage} s | ${pokes} | ${recovered} |`)
    say(
      `\nanswers to devices: ${[...watch.answers].map(([answer, count]) => `${answer} ${count}`).join(', ')}`,
    )
    const opened = [...watch.pokes.values()].reduce((sum, pokes) => sum + pokes.opened, 0)
    say(`${watch.pokes.size} event streams, opened ${opened} times`)
    say(`the slowest call of a device: ${(watch.slowestMs / 1_000).toFixed(1)} s`)
    say(`/readyz: ${reader.readyzSlowestMs.toFixed(0)} ms at the slowest, of ${reader.readyzAsked}`)
    for (const problem of new Set(watch.faults)) say(`NOT WELL: ${problem}`)
    process.exitCode = watch.faults.length === 0 ? 0 : 1
  } catch (error) {
    say(
      `answers to devices so far: ${JSON.stringify([...watch.answers])}; ${watch.faults.slice(0, 5).join('; ')}`,
    )
    for (const device of devices) say(await device.describe())
    throw error
  } finally {
    for (const device of devices) device.stopListening()
    for (const app of apps) await app.stop()
    proxy.stop()
    for (const machine of cluster.machines) await machine.stop()
    removeNetwork()
    if (process.exitCode === 0) removeFolder(folder)
    else say(`what the machines said is in ${folder}`)
  }
}

/** What was changed last reaches the devices that listen, although they do not pull by themselves. */
async function hearTheEnd(devices: readonly EngineDevice[], watch: Watch): Promise<void> {
  for (const device of devices.filter(({ isListening }) => isListening)) {
    const heads = devices.filter(({ list }) => list === device.list).map(({ head }) => head)
    const heard = until('poke', 10, async () => device.head >= Math.max(...heads))
    await heard.catch(() => {
      const missing = watch.pokes.get(device.list)?.missing
      watch.faults.push(
        `${device.account.email} was not told of the last changes; ${missing} pokes are missing`,
      )
    })
  }
}

const missing = obstacle()
if (missing) {
  process.stderr.write(`${missing}\n`)
  process.exitCode = 2
} else await main()
