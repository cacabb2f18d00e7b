import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { endsWithThis } from './app.ts'

/** Starts the server as in production and records every line it writes. */
export async function startLogged(env: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'lists-'))
  let child: ChildProcess | undefined
  const stop = async () => {
    if (!child || child.exitCode !== null) return
    const gone = new Promise((done) => child?.once('close', done))
    child.kill('SIGTERM')
    await gone
  }
  onTestFinished(async () => {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const main = resolve(import.meta.dirname, '../../server/main.mjs')
  const file = join(dataDir, 'lists.sqlite')
  child = spawn(process.execPath, ['--import', endsWithThis, main], {
    env: { DATA_DIR: dataDir, DATABASE_URL: `sqlite:${file}`, PORT: '0', LOG_LEVEL: 'trace', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const said = () => /Koszyk is at http:\/\/localhost:(\d+)/.exec(output)?.[1]
  await expect.poll(said, { interval: 20 }).toBeDefined()
  return { port: Number(said()), dataDir, file, output: () => output, stop }
}
