import type { Page } from 'playwright'

/** `down` and `up` in bytes a second, `latency` in ms: this machine as it is, and a cheap phone on a slow network. */
const profiles = {
  fast: { down: -1, up: -1, latency: 0, cpu: 1 },
  slow: { down: 200_000, up: 94_000, latency: 150, cpu: 4 },
} as const
export type Profile = keyof typeof profiles

export async function slowDown(page: Page, name: Profile): Promise<void> {
  const { down, up, latency, cpu } = profiles[name]
  if (cpu === 1) return
  const cdp = await page.context().newCDPSession(page)
  const speed = { downloadThroughput: down, uploadThroughput: up, latency, offline: false }
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', speed)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu })
}
