import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { makeCertificate } from '../support/services/certificate.ts'

const deploy = resolve(import.meta.dirname, '../../deploy')
export type ProxyName = 'caddy' | 'nginx'
/** A name of the public kind: unlike localhost, it gets nothing without https. */
export const host = 'lists.example.org'

export interface Ports {
  app: number
  http: number
  https: number
}

interface Command {
  command: string
  args: string[]
  env?: Record<string, string>
  /** what ends it at once: Caddy would wait for open event streams, and nginx would leave its workers behind */
  end: 'SIGKILL' | 'SIGTERM'
  /** the certificate that signed the proxy's own */
  ca: string
}

/** The text with each part replaced; a part that is not there is an error, since deploy/ must be tested as it is. */
function replaced(text: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((before, [part, instead]) => {
    if (!before.includes(part)) throw new Error(`${part} is not in the file`)
    return before.replaceAll(part, instead)
  }, text)
}

const prepare: Record<ProxyName, (folder: string, ports: Ports) => Command> = {
  /** The site file as it is, with ports of the test's own and an authority of Caddy's own. */
  caddy(folder, { app, http, https }) {
    const options = `{
      admin off
      http_port ${http}
      https_port ${https}
      local_certs
      skip_install_trust
      storage file_system ${folder}
    }
    import ${join(deploy, 'Caddyfile')}`
    writeFileSync(join(folder, 'Caddyfile'), options)
    return {
      command: 'caddy',
      args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
      env: { HOME: folder, XDG_CONFIG_HOME: folder, DOMAIN: host, APP: `127.0.0.1:${app}` },
      end: 'SIGKILL',
      ca: join(folder, 'pki/authorities/local/root.crt'),
    }
  },
  /** The site file with other ports and another certificate, in a server that would compress whatever it may. */
  nginx(folder, { app, http, https }) {
    const { key, cert } = makeCertificate(folder, `DNS:${host}`)
    const site = replaced(readFileSync(join(deploy, 'nginx.conf'), 'utf8'), {
      '127.0.0.1:3000': `127.0.0.1:${app}`,
      'listen 80;': `listen ${http};`,
      'listen [::]:80;': '',
      'listen 443 ssl http2;': `listen ${https} ssl http2;`,
      'listen [::]:443 ssl http2;': '',
      [`/etc/letsencrypt/live/${host}/fullchain.pem`]: cert,
      [`/etc/letsencrypt/live/${host}/privkey.pem`]: key,
    })
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    for (const name of temporary) mkdirSync(join(folder, name))
    const options = `
      daemon off; pid ${join(folder, 'pid')}; error_log stderr warn;
      ${process.getuid?.() === 0 ? 'user root;' : ''}
      events {}
      http {
        access_log off; gzip on; gzip_proxied any; gzip_types *;
        ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')}
        ${site}
      }`
    writeFileSync(join(folder, 'nginx.conf'), options)
    const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]
    return { command: 'nginx', args, end: 'SIGTERM', ca: cert }
  },
}

/** One of the proxies in front of a server of ours, with https. */
export class Proxy {
  readonly ports: Ports
  readonly #folder = mkdtempSync(join(tmpdir(), 'koszyk-proxy-'))
  readonly #command: Command
  #process: ChildProcess | null = null

  constructor(name: ProxyName, ports: Ports) {
    this.ports = ports
    this.#command = prepare[name](this.#folder, ports)
  }

  get url(): string {
    return `https://${host}:${this.ports.https}`
  }

  get ca(): string {
    return readFileSync(this.#command.ca, 'utf8')
  }

  async start(): Promise<void> {
    const { command, args, env } = this.#command
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...env },
    })
    this.#process = child
    let printed = ''
    child.stderr.on('data', (chunk: Buffer) => (printed += String(chunk)))
    for (;;) {
      const socket = await this.#connection().catch(() => null)
      if (socket) return void socket.destroy()
      if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}: ${printed}`)
      await new Promise((later) => setTimeout(later, 50))
    }
  }

  /** What makes Chromium trust this certificate wholly, for service workers too. */
  async chromiumArgs(): Promise<string[]> {
    const socket = await this.#connection()
    const key = socket.getPeerX509Certificate()?.publicKey.export({ type: 'spki', format: 'der' })
    socket.destroy()
    if (!key) throw new Error('no certificate')
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(key)))
    return [
      `--ignore-certificate-errors-spki-list=${Buffer.from(digest).toString('base64')}`,
      `--host-resolver-rules=MAP ${host} 127.0.0.1`,
    ]
  }

  async stop(): Promise<void> {
    const child = this.#process
    if (!child || child.exitCode !== null) return
    const gone = new Promise((exited) => child.once('exit', exited))
    child.kill(this.#command.end)
    await gone
    this.#process = null
  }

  async dispose(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #connection(): Promise<TLSSocket> {
    const { ca } = this
    return new Promise((ready, failed) => {
      const options = { host: '127.0.0.1', port: this.ports.https, servername: host, ca }
      const socket = connect(options, () => ready(socket))
      socket.once('error', failed)
    })
  }
}
