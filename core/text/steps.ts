/** Work that may be paused after each of its steps. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Does all steps without a pause. */
export function runThrough<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
