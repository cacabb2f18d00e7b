import { type ChildProcess, spawn } from 'node:child_process'

/** A program and all processes it starts, so that none of them is left when it is ended. */
export class Program {
  readonly #child: ChildProcess
  printed = ''

  constructor(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env) {
    this.#child = spawn(command, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    this.#child.on('error', (error) => (this.printed += String(error)))
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.printed += text))
    running.add(this)
  }

  get over(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined
  }

  /** The first capture group of what matches in its output, as soon as it is printed. */
  async says(what: RegExp): Promise<string> {
    for (let tries = 0; tries < 1_200; tries++) {
      const found = what.exec(this.printed)
      if (found) return found[1] ?? ''
      if (this.over) break
      await pause(25)
    }
    throw new Error(`${this.#child.spawnfile} did not start: ${this.printed}`)
  }

  /** After it was told to quit: waits a moment for it to end by itself, then kills it. */
  async ended(): Promise<void> {
    for (let tries = 0; tries < 200 && !this.over; tries++) await pause(25)
    await this.kill()
  }

  async kill(): Promise<void> {
    this.killNow()
    while (!this.over) await pause(10)
  }

  killNow(): void {
    running.delete(this)
    try {
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL')
    } catch {
      // all its processes have ended
    }
  }
}

const running = new Set<Program>()
process.on('exit', () => {
  for (const program of running) program.killNow()
})

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
