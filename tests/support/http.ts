import type { TestServer } from './server.ts'

/** Makes the server listen on a real port, for tests that need a real connection. Returns its URL. */
export async function addressOf(server: TestServer): Promise<string> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  const [bound] = server.app.addresses()
  return `http://127.0.0.1:${typeof bound === 'object' ? bound.port : 0}`
}

/** Returns the median and the 99th percentile of times in ms. */
export function spread(times: readonly number[]): { median: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}
