import type { Account } from './devices.ts'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Somebody who only reads, five times a second, and a load balancer that asks whether the instances are ready. */
export class Reader {
  readonly #urls: readonly string[]
  /** when a read was answered, ms of the process's clock, ascending */
  readonly answered: number[] = []
  readyzSlowestMs = 0
  readyzAsked = 0
  #isOver = false

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  async start({ token }: Account): Promise<void> {
    const headers = { authorization: `Bearer ${token}` }
    const read = async (url: string) => {
      const signal = AbortSignal.timeout(10_000)
      const answer = await fetch(`${url}/api/v3/lists`, { headers, signal }).catch(() => null)
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.ok) this.answered.push(performance.now())
    }
    const ask = async (url: string) => {
      const began = performance.now()
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).catch(() => null)
      await answer?.arrayBuffer().catch(() => undefined)
      // A killed instance says nothing at once.
      if (answer) this.readyzSlowestMs = Math.max(this.readyzSlowestMs, performance.now() - began)
      this.readyzAsked++
    }
    const again = async (what: (url: string) => Promise<void>, everyMs: number) => {
      for (let i = 0; !this.#isOver; i++) {
        void what(this.#urls[i % this.#urls.length] as string)
        await pause(everyMs)
      }
    }
    void again(read, 200)
    void again(ask, 1_000)
  }

  stop(): void {
    this.#isOver = true
  }
}
