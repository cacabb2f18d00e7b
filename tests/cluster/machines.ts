import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const deploy = resolve(import.meta.dirname, '../../deploy')
/** The network of the machines; this machine has the first address in it. */
export const subnet = '10.77.0'
const bridge = 'koszyk0'
export const here = `${subnet}.1`

const numbers = [1, 2, 3] as const
export const addressOf = (number: number) => `${subnet}.${10 + number}`

function system(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}

function quietly(command: string, ...args: string[]): void {
  try {
    system(command, ...args)
  } catch {
    // It was not there.
  }
}

/** Returns the user and group that PostgreSQL and the others run as. They refuse to run as root. */
function userOf(name: string): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`))
  const [, , uid = '', gid = ''] = line?.split(':') ?? []
  if (uid === '') throw new Error(`There is no user ${name}. Install Debian's package.`)
  return { uid: Number(uid), gid: Number(gid) }
}

/** Makes the network that the machines are in. */
export function makeNetwork(): void {
  removeNetwork()
  system('ip', 'link', 'add', bridge, 'type', 'bridge')
  system('ip', 'addr', 'add', `${here}/24`, 'dev', bridge)
  system('ip', 'link', 'set', bridge, 'up')
}

/** Ends what still runs on the machines, also of a run that was broken off. */
export function removeNetwork(): void {
  for (const number of numbers) {
    quietly('sh', '-c', `ip netns pids koszyk${number} | xargs -r kill -KILL`)
    quietly('ip', 'netns', 'del', `koszyk${number}`)
  }
  quietly('ip', 'link', 'del', bridge)
}

export const passwords = {
  superuser: 'of-the-superuser',
  replication: 'of-the-standbys',
  app: 'of-the-app',
  nats: 'of-the-instances',
  routes: 'of-the-servers',
}

/** A machine of the cluster: a network of its own, with etcd, Patroni with its PostgreSQL, and NATS. */
export class Machine {
  readonly number: number
  readonly address: string
  readonly #folder: string
  readonly #space: string
  readonly #link: string
  readonly #processes = new Map<string, ChildProcess>()

  constructor(number: number, folder: string) {
    this.number = number
    this.address = addressOf(number)
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

  #inside(...command: string[]): void {
    system('ip', 'netns', 'exec', this.#space, ...command)
  }

  /** Starts what does not run. */
  start(): void {
    if (!this.#runs('etcd')) this.#run('etcd', 'etcd', etcdOf(this))
    if (!this.#runs('nats')) this.#run('nats', 'nats-server', ['-c', this.#natsConfig()])
    if (!this.#runs('patroni')) {
      const file = join(this.#folder, 'patroni.yml')
      // The machines share the folder where PostgreSQL puts its socket.
      const own = `  parameters:\n    unix_socket_directories: ${join(this.#folder, 'postgres')}\n`
      writeFileSync(file, readFileSync(join(deploy, 'patroni.yml'), 'utf8') + own, { mode: 0o644 })
      this.#run('patroni', 'patroni', [file], this.#patroniSays())
    }
  }

  #runs(name: string): boolean {
    const child = this.#processes.get(name)
    return child !== undefined && child.exitCode === null && child.signalCode === null
  }

  #run(name: string, program: string, args: readonly string[], env: Record<string, string> = {}): void {
    const log = join(this.#folder, `${name}.log`)
    const { uid, gid } = userOf('postgres')
    const as = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
    const child = spawn('ip', ['netns', 'exec', this.#space, ...as, program, ...args], {
      env: { PATH: process.env['PATH'], HOME: this.#folder, LC_ALL: 'C.UTF-8', ...env },
      cwd: this.#folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => appendFileSync(log, chunk))
    this.#processes.set(name, child)
  }

  #natsConfig(): string {
    const routes = numbers.map((number) => `"nats://route:${passwords.routes}@${addressOf(number)}:6222"`)
    const secrets = `PASSWORD: "${passwords.nats}"\nROUTE_PASSWORD: "${passwords.routes}"\nROUTES: [ ${routes.join(', ')} ]\n`
    writeFileSync(join(this.#folder, 'nats-secrets.conf'), secrets, { mode: 0o644 })
    const file = join(this.#folder, 'nats.conf')
    writeFileSync(file, readFileSync(join(deploy, 'nats.conf')), { mode: 0o644 })
    return file
  }

  #patroniSays(): Record<string, string> {
    const { address } = this
    return {
      PATRONI_NAME: `machine${this.number}`,
      PATRONI_RESTAPI_LISTEN: `${address}:8008`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_ETCD_HOSTS: numbers.map((number) => `'${addressOf(number)}:2379'`).join(','),
      PATRONI_POSTGRESQL_LISTEN: `${address}:5432`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: join(this.#folder, 'postgres/data'),
      PATRONI_POSTGRESQL_BIN_DIR: '/usr/lib/postgresql/15/bin',
      PATRONI_POSTGRESQL_PGPASS: join(this.#folder, 'postgres/pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: passwords.replication,
    }
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

function etcdOf({ number, address }: Machine): string[] {
  const peers = numbers.map((one) => `etcd${one}=http://${addressOf(one)}:2380`).join(',')
  return [
    `--name=etcd${number}`,
    '--data-dir=etcd/data',
    `--listen-client-urls=http://${address}:2379`,
    `--advertise-client-urls=http://${address}:2379`,
    `--listen-peer-urls=http://${address}:2380`,
    `--initial-advertise-peer-urls=http://${address}:2380`,
    `--initial-cluster=${peers}`,
    '--initial-cluster-state=new',
    '--initial-cluster-token=koszyk',
    // What deploy/patroni.yml says about it.
    '--enable-v2',
    // Three of them and much else share two cores and one disk here.
    '--heartbeat-interval=250',
    '--election-timeout=2500',
    '--unsafe-no-fsync',
  ]
}

export const natsUrl = numbers
  .map((number) => `nats://koszyk:${passwords.nats}@${addressOf(number)}:4222`)
  .join(',')

/** HAProxy on this machine, which leads to the primary. */
export class Proxy {
  readonly #child: ChildProcess

  constructor(folder: string) {
    const file = join(folder, 'haproxy.cfg')
    const config = readFileSync(join(deploy, 'haproxy.cfg'), 'utf8')
    writeFileSync(file, config.replaceAll('10.0.0.1', `${subnet}.1`), { mode: 0o644 })
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
