import type { TestServer } from './server.ts'

/** The server on a real port, for tests that need a real connection. */
export async function addressOf(server: TestServer): Promise<string> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const [bound] = server.app.addresses()
  return `http://127.0.0.1:${typeof bound === 'object' ? bound.port : 0}`
}

/** The median and the 99th percentile of some times in ms. */
export function spread(times: readonly number[]): { median: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}
