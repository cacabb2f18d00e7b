import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'

/** The memory of the heaviest of the browser's renderers, which is the page's; 0 where Linux does not tell. */
export async function rendererBytes(page: Page): Promise<number> {
  const cdp = await page.context().browser()?.newBrowserCDPSession()
  if (!cdp) return 0
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
  await cdp.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const sizes = renderers.map(({ id }) => proportional(id))
  return Math.max(0, ...(await Promise.all(sizes)))
}

/** What is shared with other processes counts in proportion. */
async function proportional(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1_024
}
