/** The database did not answer in time, or not surely: whether a commit took effect is unknown. */
export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT'
  constructor(cause?: Error) {
    super(cause?.message ?? 'the database does not answer', { cause })
  }
}

// Decision 136: every call is answered in bounded time.
/** Ends the wait for a connection's answers when none of them came for too long. */
export class Silence {
  readonly #longestMs: number
  readonly #over = Promise.withResolvers<never>()
  #waiting = 0
  #answers = 0
  #timer: NodeJS.Timeout | undefined
  isOver = false

  constructor(longestMs: number) {
    this.#longestMs = longestMs
    this.#over.promise.catch(() => {})
  }

  /** Resolves like `answer`. Throws NoAnswer when the connection is silent for too long. */
  async during<T>(answer: Promise<T>): Promise<T> {
    if (this.isOver) {
      answer.catch(() => {})
      throw new NoAnswer()
    }
    if (this.#waiting++ === 0) this.#timer = setTimeout(() => this.#late(), this.#longestMs)
    try {
      return await Promise.race([answer, this.#over.promise])
    } finally {
      this.#answers++
      if (--this.#waiting === 0) clearTimeout(this.#timer)
      else if (!this.isOver) this.#timer?.refresh()
    }
  }

  /** If this process was busy for as long, answers have come that nobody has read yet: they are read before this ends. */
  #late(): void {
    const before = this.#answers
    setImmediate(() => setImmediate(() => this.#answers === before && this.#waiting > 0 && this.#end()))
  }

  #end(): void {
    this.isOver = true
    this.#over.reject(new NoAnswer())
  }
}
