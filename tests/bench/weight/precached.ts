import { resolve } from 'node:path'
import { namedByWorker } from '../../../scripts/budgets/served.ts'
import type { App } from '../../support/app.ts'
import { startProxy } from '../../support/proxy.ts'

/** All that the worker fetches when it is installed, as it passes on the wire, heads included. */
export async function precached({ url }: App): Promise<{ files: number; bytes: number }> {
  const port = Number(new URL(url).port)
  const proxy = await startProxy(() => port)
  const files = await namedByWorker(resolve(import.meta.dirname, '../../../dist'))
  for (const file of files) {
    const path = file === 'index.html' ? '' : file
    const answer = await fetch(`${proxy.url}/${path}`, { headers: { 'accept-encoding': 'br, gzip' } })
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
    await answer.arrayBuffer()
  }
  proxy.close()
  return { files: files.length, bytes: proxy.exchanges.reduce((sum, { down }) => sum + down, 0) }
}
