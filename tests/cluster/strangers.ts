import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { Client } from 'pg'
import { keysIn, type Machine, passwords } from './machines.ts'

interface Certificate {
  cert: Buffer
  key: Buffer
}

/** Asks etcd by version 2. Returns the status, or why there is none. */
function askEtcd(url: string, ca: Buffer, certificate?: Certificate): Promise<number | string> {
  return new Promise((answered) => {
    const call = request(url, { ca, timeout: 5_000, ...certificate }, (answer) => {
      answer.resume()
      answered(answer.statusCode ?? 0)
    })
    call.on('timeout', () => call.destroy(new Error('no answer')))
    call.on('error', (error) => answered(error.message))
    call.end()
  })
}

async function askPostgres(host: string, user: string, password: string): Promise<string> {
  const client = new Client({ host, user, password, database: 'postgres', connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return 'connected'
  } catch (error) {
    return String(error)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Returns what somebody in the network can do with the cluster and must not. This process is a stranger: it is none of the
 * three machines. It knows passwords that a stranger does not, where the address alone must be refused.
 */
export async function openDoors(
  folder: string,
  machines: readonly Machine[],
  primary: Machine,
): Promise<string[]> {
  const found: string[] = []
  const expect = (what: string, is: unknown, right: boolean) => {
    if (!right) found.push(`${what}: ${String(is)}`)
  }
  const patroni = `http://${primary.address}:8008`
  const unsafe = [
    ['PATCH', '/config'],
    ['PUT', '/config'],
    ['POST', '/restart'],
    ['POST', '/reload'],
    ['POST', '/reinitialize'],
    ['POST', '/failover'],
    ['POST', '/switchover'],
  ] as const
  const authorization = `Basic ${btoa(`patroni:${passwords.restapi}`)}`
  for (const [method, path] of unsafe) {
    const { status } = await fetch(patroni + path, { method, body: '{}', headers: { authorization } })
    expect(`${method} ${path} of Patroni from elsewhere, with the password`, status, status === 403)
  }
  const member = machines.find((machine) => machine !== primary)
  const within = member?.strangerSays('PATCH', `${patroni}/config`)
  expect(
    'PATCH /config of Patroni from a machine of the cluster, without the password',
    within,
    within === 401,
  )
  const { status } = await fetch(`${patroni}/primary`)
  expect("HAProxy's check", status, status === 200)

  const keys = keysIn(folder)
  const ca = readFileSync(join(keys, 'authority.pem'))
  const own = {
    cert: readFileSync(join(keys, 'patroni.pem')),
    key: readFileSync(join(keys, 'patroni.key')),
  }
  for (const port of [2379, 2380]) {
    const url = `https://${primary.address}:${port}/${port === 2379 ? 'v2/keys' : 'members'}`
    const known = await askEtcd(url, ca, own)
    expect(`etcd at port ${port} with a certificate`, known, known === 200)
    const unknown = await askEtcd(url, ca)
    expect(`etcd at port ${port} without a certificate`, unknown, typeof unknown === 'string')
    const plain = await fetch(url.replace('https', 'http')).then(
      (answer) => answer.status,
      () => 'no answer',
    )
    expect(`etcd at port ${port} over http`, plain, plain === 'no answer' || plain === 400)
  }

  for (const [user, password] of [
    ['postgres', passwords.superuser],
    ['replicator', passwords.replication],
  ] as const) {
    const answer = await askPostgres(primary.address, user, password)
    expect(`PostgreSQL from elsewhere as ${user}, with the password`, answer, answer.includes('pg_hba.conf'))
  }
  return found
}
