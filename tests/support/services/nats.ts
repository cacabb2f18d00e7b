import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { freePort } from '../app.ts'
import { makeCertificate } from './certificate.ts'

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin']

/** The NATS server of this machine. No npm package ships one, so its tests are skipped where it is missing. */
export const natsServer = folders.map((path) => join(path, 'nats-server')).find((path) => existsSync(path))

export interface Nats {
  url: string
  port: number
  /** process id, while it runs */
  pid: () => number | undefined
  start: () => Promise<void>
  kill: () => Promise<void>
  /** Stops it from answering; connections stay open. */
  pause: () => void
  resume: () => void
}

interface NatsChoices {
  count?: 1 | 3
  /** whether to start them; true if it is left out */
  begin?: boolean
  /** encrypted, with a certificate that no authority signed */
  tls?: boolean
}

const password = 'letmein'
const routePassword = 'letusin'

/**
 * Starts NATS servers with the configuration of production, `deploy/nats.conf`, on ports of this machine. They end with
 * `stop`.
 */
export async function startNats({ count = 1, begin = true, tls = false }: NatsChoices = {}): Promise<{
  servers: Nats[]
  /** the certificate in PEM, if they encrypt */
  certificate: string | undefined
  stop: () => Promise<void>
}> {
  if (!natsServer) throw new Error('nats-server is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'koszyk-nats-'))
  const made = tls ? makeCertificate(folder, 'DNS:localhost') : undefined
  const deployed = readFileSync(resolve(import.meta.dirname, '../../../deploy/nats.conf'), 'utf8')
    // As its comments say.
    .replace(/^# (tls {.*})$/m, (line, encrypted: string) =>
      made
        ? encrypted
            .replace('/etc/nats/cert.pem', `"${made.cert}"`)
            .replace('/etc/nats/key.pem', `"${made.key}"`)
        : line,
    )
  const ports: { client: number; route: number }[] = []
  for (let i = 0; i < count; i++) ports.push({ client: await freePort(), route: await freePort() })
  const routes = ports.map(({ route }) => `"nats://route:${routePassword}@127.0.0.1:${route}"`)
  const secrets = [
    `PASSWORD: "${password}"`,
    `ROUTE_PASSWORD: "${routePassword}"`,
    `ROUTES: [ ${routes.join(', ')} ]`,
  ]
  writeFileSync(join(folder, 'nats-secrets.conf'), secrets.join('\n'))
  const servers = ports.map(({ client, route }, i) => {
    const file = join(folder, `nats-${i}.conf`)
    const config = deployed
      .replace('port: 4222', `listen: "127.0.0.1:${client}"`)
      .replace('port: 6222', `listen: "127.0.0.1:${route}"`)
    writeFileSync(file, config)
    return server(file, client, tls ? 'tls' : 'nats')
  })
  if (begin) await Promise.all(servers.map((one) => one.start()))
  return {
    servers,
    certificate: made && readFileSync(made.cert, 'utf8'),
    async stop() {
      await Promise.all(servers.map((one) => one.kill()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function server(file: string, port: number, protocol: 'nats' | 'tls'): Nats {
  let child: ChildProcess | null = null
  return {
    url: `${protocol}://koszyk:${password}@${protocol === 'tls' ? 'localhost' : '127.0.0.1'}:${port}`,
    port,
    pid: () => child?.pid,
    async start() {
      const started = spawn(natsServer ?? '', ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
      child = started
      await new Promise<void>((ready, failed) => {
        let log = ''
        started.stderr.on('data', (chunk: Buffer) => {
          log += String(chunk)
          if (log.includes('Server is ready')) ready()
        })
        started.once('error', failed)
        started.once('exit', (code) => failed(new Error(`nats-server ended with ${code}: ${log}`)))
      })
    },
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async kill() {
      const running = child
      child = null
      if (!running || running.exitCode !== null) return
      const gone = new Promise((exited) => running.once('exit', exited))
      running.kill('SIGKILL')
      await gone
    },
  }
}
