import { spawnSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { chromium } from 'playwright'

/** Where and with what this was measured. */
export async function machine(): Promise<string> {
  const all = cpus()
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] })
  const version = browser.version()
  await browser.close()
  const git = (...args: string[]) => spawnSync('git', args, { encoding: 'utf8' }).stdout.trim()
  const changed = git('status', '--porcelain', '--untracked-files=no') === '' ? '' : ', with changes'
  return [
    `${all.length} × ${all[0]?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `Node ${process.versions.node}`,
    `Chromium ${version}`,
    new Date().toISOString().slice(0, 10),
    `commit ${git('rev-parse', '--short', 'HEAD')}${changed}`,
  ].join(', ')
}
