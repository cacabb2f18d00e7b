import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Program } from '../../browsers/processes.ts'

const version = '13.5.0'
const folder = join(tmpdir(), `koszyk-lighthouse-${version}`)
const program = join(folder, 'node_modules/lighthouse/cli/index.js')

/** Too heavy to be a dependency: it is installed once into a folder of its own. False where it cannot be. */
export function hasLighthouse(): boolean {
  if (existsSync(program)) return true
  mkdirSync(folder, { recursive: true })
  const wanted = { dependencies: { lighthouse: version }, overrides: { 'third-party-web': '0.27.0' } }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, ...wanted }))
  const flags = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  spawnSync('npm', flags, { cwd: folder, stdio: 'ignore', shell: process.platform === 'win32' })
  return existsSync(program)
}

export interface Audit {
  id: string
  title: string
  score: number | null
  displayValue?: string
}

export interface Report {
  audits: Record<string, Audit>
  categories: Record<string, { score: number; auditRefs: { id: string; weight: number }[] }>
}

/** Opens the address with this profile of a browser, as the mobile preset does; `isKnown`: the worker stays. */
export async function judge(url: string, profile: string, isKnown: boolean): Promise<Report> {
  const flags = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const quiet = [
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-gpu',
  ]
  // As Playwright keeps its cookies, whose session is used.
  const keys = ['--password-store=basic', '--use-mock-keychain', '--no-sandbox']
  const browser = new Program(process.env['CHROMIUM'] ?? '', [...flags, ...quiet, ...keys, 'about:blank'])
  try {
    const port = await browser.says(/DevTools listening on ws:\/\/[^/]+:(\d+)\//)
    const file = join(folder, 'report.json')
    const only = '--only-categories=performance,accessibility,best-practices,seo'
    const output = [`--port=${port}`, '--output=json', `--output-path=${file}`, '--quiet', only]
    const args = [program, url, ...output, ...(isKnown ? ['--disable-storage-reset'] : [])]
    const run = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
    const code = await new Promise((exited) => run.once('exit', exited))
    if (code !== 0) throw new Error(`Lighthouse ended with ${String(code)} on ${url}`)
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } finally {
    await browser.kill()
  }
}
