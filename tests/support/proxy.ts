import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** One request and its answer, with all bytes of both, headers included. */
export interface Exchange {
  line: string
  up: number
  down: number
}

export interface Proxy {
  url: string
  /** milliseconds each way; connecting is not delayed */
  delay: number
  /** requests to which it answers by closing the connection */
  refused: RegExp | null
  exchanges: Exchange[]
  close: () => void
}

const isRequest = /^(GET|POST|PUT|DELETE|OPTIONS) (\S+) HTTP/

/** Starts a proxy for one or several servers on this machine. It delays, counts or drops requests. */
export async function startProxy(portOf: (path: string) => number): Promise<Proxy> {
  const sockets = new Set<Socket>()
  const listener = createServer((client) => {
    let exchange: Exchange | null = null
    let answered = true
    const upstreams = new Map<number, Socket>()
    let upstream: Socket | null = null
    const later = (run: () => void) => (proxy.delay === 0 ? run() : void setTimeout(run, proxy.delay))

    const upstreamFor = (path: string): Socket => {
      const port = portOf(path)
      const open = upstreams.get(port)
      if (open) return open
      const socket = connect({ port, host: 'localhost', noDelay: true })
      upstreams.set(port, socket)
      keep(socket)
      socket.on('data', (chunk) => {
        answered = true
        if (exchange) exchange.down += chunk.length
        later(() => client.write(chunk))
      })
      socket.on('close', () => later(() => client.destroy()))
      return socket
    }
    // A browser sends its next request only after the answer, so bytes after an answer begin a new request.
    client.on('data', (chunk: Buffer) => {
      const head = answered ? isRequest.exec(chunk.toString('latin1', 0, 2_048)) : null
      if (head) {
        const [, method = '', path = ''] = head
        if (proxy.refused?.test(path)) return client.destroy()
        answered = false
        upstream = upstreamFor(path)
        exchange = { line: `${method} ${path}`, up: 0, down: 0 }
        proxy.exchanges.push(exchange)
      }
      if (exchange) exchange.up += chunk.length
      const to = upstream
      later(() => to?.write(chunk))
    })
    client.on('close', () => {
      for (const socket of upstreams.values()) socket.destroy()
    })
    client.setNoDelay(true)
    keep(client)
  })

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => undefined) // 'close' follows
    socket.on('close', () => sockets.delete(socket))
  }

  await new Promise<void>((ready) => listener.listen(0, 'localhost', ready))
  const { port } = listener.address() as AddressInfo
  const proxy: Proxy = {
    url: `http://localhost:${port}`,
    delay: 0,
    refused: null,
    exchanges: [],
    close: () => {
      listener.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return proxy
}
