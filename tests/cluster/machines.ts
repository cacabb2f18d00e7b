import { type ChildProcess, spawn } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { addressOf, asUser, bridge, names, numbers, subnet, system, userOf } from './network.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
/** Returns a file of deploy/ with the addresses of this network. */
const deployed = (name: string) =>
  readFileSync(join(deploy, name), 'utf8').replaceAll('10.0.0.', `${subnet}.`)

export const passwords = {
  superuser: 'of-the-superuser',
  replication: 'of-the-standbys',
  restapi: 'of-the-operators',
  app: 'of-the-app',
  nats: 'of-the-instances',
  routes: 'of-the-servers',
}

/** The certificates of the cluster; each machine has the same. */
export const keysIn = (folder: string) => join(folder, 'keys')

export function makeKeys(folder: string): void {
  const keys = keysIn(folder)
  system(join(deploy, 'cluster-keys'), keys, ...numbers.map(addressOf))
  const { uid, gid } = userOf('postgres')
  for (const path of [keys, ...readdirSync(keys).map((name) => join(keys, name))]) chownSync(path, uid, gid)
}

/** A machine of the cluster: a network of its own, with etcd, Patroni with its PostgreSQL, and NATS. */
export class Machine {
  readonly number: number
  readonly name: string
  readonly address: string
  readonly #folder: string
  readonly #keys: string
  readonly #space: string
  readonly #link: string
  readonly #processes = new Map<string, ChildProcess>()

  constructor(number: number, folder: string) {
    this.number = number
    this.name = names[number - 1] ?? ''
    this.address = addressOf(number)
    this.#keys = keysIn(folder)
    this.#folder = join(folder, `machine${number}`)
    this.#space = `koszyk${number}`
    this.#link = `koszyk${number}h`
    const owner = userOf('postgres')
    for (const part of ['', 'etcd', 'postgres']) {
      const path = join(this.#folder, part)
      mkdirSync(path, { recursive: true, mode: 0o700 })
      chownSync(path, owner.uid, owner.gid)
    }
    system('ip', 'netns', 'add', this.#space)
    system('ip', 'link', 'add', this.#link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', this.#space)
    system('ip', 'link', 'set', this.#link, 'master', bridge, 'up')
    this.#inside('ip', 'addr', 'add', `${this.address}/24`, 'dev', 'eth0')
    this.#inside('ip', 'link', 'set', 'eth0', 'up')
    this.#inside('ip', 'link', 'set', 'lo', 'up')
  }

  #inside(...command: string[]): string {
    return system('ip', 'netns', 'exec', this.#space, ...command)
  }

  /** Starts what does not run. */
  start(): void {
    if (!this.#runs('etcd')) this.#run('etcd', ...this.#with(this.#settings('etcd.env', slowEtcd)), 'etcd')
    if (!this.#runs('nats')) this.#run('nats', 'nats-server', '-c', this.#natsConfig())
    if (!this.#runs('patroni')) this.#run('patroni', ...this.#asPatroni(), 'patroni', this.#patroniConfig())
  }

  /** Runs patronictl as an operator would, on this machine and with its settings. */
  patronictl(command: string, ...args: string[]): void {
    const as = this.#asPatroni()
    this.#inside(...as, 'patronictl', '-c', this.#patroniConfig(), command, ...args)
  }

  /** Runs a statement as the superuser, whom PostgreSQL knows by his name on this machine. */
  psql(statement: string): void {
    const socket = join(this.#folder, 'postgres')
    this.#inside(...asUser('postgres'), 'psql', '-h', socket, '-d', 'postgres', '-qc', statement)
  }

  /** Sends a request without any password from this machine. Returns the status. */
  strangerSays(method: string, url: string): number {
    const code = `fetch('${url}', { method: '${method}', body: '{}' }).then(({ status }) => console.log(status))`
    return Number(this.#inside(...asUser('nobody'), process.execPath, '-e', code))
  }

  #runs(name: string): boolean {
    const child = this.#processes.get(name)
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  #run(name: string, ...command: string[]): void {
    const log = join(this.#folder, `${name}.log`)
    const child = spawn('ip', ['netns', 'exec', this.#space, ...asUser('postgres'), ...command], {
      env: { PATH: process.env['PATH'], HOME: this.#folder, LC_ALL: 'C.UTF-8' },
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => appendFileSync(log, chunk))
    this.#processes.set(name, child)
  }

  /** Runs a command with the settings in a file, which a shell reads. */
  #with(file: string): string[] {
    return ['sh', '-c', 'set -a; . "$0"; set +a; exec "$@"', file]
  }

  #asPatroni(): string[] {
    const pgpass = `PATRONI_POSTGRESQL_PGPASS=${join(this.#folder, 'postgres/pgpass')}\n`
    return this.#with(this.#settings('patroni.env', pgpass))
  }

  /** Writes a file of settings, changed for this machine as docs/operating.md says. Returns its path. */
  #settings(name: 'etcd.env' | 'patroni.env', more: string): string {
    const [own = '', common = ''] = deployed(name).split('# The same on all three.')
    const mine = own.replaceAll(addressOf(1), this.address).replace('NAME=one', `NAME=${this.name}`)
    const text = (mine + common)
      .replace('SUPERUSER_PASSWORD=', `$&${passwords.superuser}`)
      .replace('REPLICATION_PASSWORD=', `$&${passwords.replication}`)
      .replace('RESTAPI_PASSWORD=', `$&${passwords.restapi}`)
      .replaceAll('/etc/koszyk-cluster', this.#keys)
      .replace('/var/lib/etcd/koszyk', join(this.#folder, 'etcd/data'))
      .replace('/var/lib/postgresql/koszyk', join(this.#folder, 'postgres/data'))
    const file = join(this.#folder, name)
    const { uid, gid } = userOf('postgres')
    writeFileSync(file, text + more, { mode: 0o600 })
    chownSync(file, uid, gid)
    return file
  }

  #patroniConfig(): string {
    const file = join(this.#folder, 'patroni.yml')
    // The machines share the folder where PostgreSQL puts its socket.
    const own = `  parameters:\n    unix_socket_directories: ${join(this.#folder, 'postgres')}\n`
    writeFileSync(file, deployed('patroni.yml') + own, { mode: 0o644 })
    return file
  }

  #natsConfig(): string {
    const routes = numbers.map((number) => `"nats://route:${passwords.routes}@${addressOf(number)}:6222"`)
    const secrets = `PASSWORD: "${passwords.nats}"\nROUTE_PASSWORD: "${passwords.routes}"\nROUTES: [ ${routes.join(', ')} ]\n`
    writeFileSync(join(this.#folder, 'nats-secrets.conf'), secrets, { mode: 0o644 })
    const file = join(this.#folder, 'nats.conf')
    writeFileSync(file, readFileSync(join(deploy, 'nats.conf')), { mode: 0o644 })
    return file
  }

  /** The processes of this machine, or those whose command line has the word. */
  #pids(word = ''): number[] {
    const pids = system('ip', 'netns', 'pids', this.#space).split('\n').filter(Boolean).map(Number)
    return pids.filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(word)
      } catch {
        return false
      }
    })
  }

  #signal(pids: readonly number[], signal: NodeJS.Signals): void {
    for (const pid of pids)
      try {
        process.kill(pid, signal)
      } catch {
        // It has ended by itself.
      }
  }

  /** Ends PostgreSQL without a warning; Patroni goes on. */
  killPostgres(): void {
    this.#signal(
      this.#pids('postgres').filter((pid) => !this.#pids('patroni').includes(pid)),
      'SIGKILL',
    )
  }

  /** Like a power cut of the whole machine, or of one program. */
  kill(word = ''): void {
    this.#signal(this.#pids(word), 'SIGKILL')
  }

  freeze(word = ''): void {
    this.#signal(this.#pids(word), 'SIGSTOP')
  }

  thaw(): void {
    this.#signal(this.#pids(), 'SIGCONT')
  }

  cutOff(): void {
    system('ip', 'link', 'set', this.#link, 'down')
  }

  reconnect(): void {
    system('ip', 'link', 'set', this.#link, 'up')
  }

  /** Ends everything on it, and waits until its programs have said their last. */
  async stop(): Promise<void> {
    const closed = [...this.#processes.values()].map(
      (child) =>
        new Promise((done) =>
          (child.exitCode ?? child.signalCode) === null ? child.once('close', done) : done(null),
        ),
    )
    this.thaw()
    this.kill()
    await Promise.all(closed)
  }
}

/** Three members and much else share two cores and one disk here. */
const slowEtcd = 'ETCD_HEARTBEAT_INTERVAL=250\nETCD_ELECTION_TIMEOUT=2500\nETCD_UNSAFE_NO_FSYNC=true\n'

export const natsUrl = numbers
  .map((number) => `nats://koszyk:${passwords.nats}@${addressOf(number)}:4222`)
  .join(',')

/** HAProxy on this machine, which leads to the primary. */
export class Proxy {
  readonly #child: ChildProcess

  constructor(folder: string) {
    const file = join(folder, 'haproxy.cfg')
    writeFileSync(file, deployed('haproxy.cfg'), { mode: 0o644 })
    const { uid, gid } = userOf('haproxy')
    this.#child = spawn('haproxy', ['-f', file], { uid, gid, stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child.stderr?.on('data', (chunk: Buffer) => appendFileSync(join(folder, 'haproxy.log'), chunk))
  }

  stop(): void {
    this.#child.kill('SIGTERM')
  }
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}
