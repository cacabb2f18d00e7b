const atOnce = 100

/**
 * Collects the questions that arrive while `ask` runs, and passes them to its next call together, at most 100: under
 * load this needs fewer statements. `ask` must return the answers in the order of the questions.
 */
export function batched<Q, A>(ask: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  let waiting: { question: Q; answer: PromiseWithResolvers<A> }[] = []
  let isBusy = false
  const send = async () => {
    while (waiting.length > 0) {
      const these = waiting.slice(0, atOnce)
      waiting = waiting.slice(atOnce)
      try {
        const answers = await ask(these.map(({ question }) => question))
        for (const [i, one] of these.entries()) one.answer.resolve(answers[i] as A)
      } catch (error) {
        for (const one of these) one.answer.reject(error)
      }
    }
    isBusy = false
  }
  return (question) => {
    const one = { question, answer: Promise.withResolvers<A>() }
    waiting.push(one)
    // Waits for the requests that arrived in the same turn.
    if (!isBusy) setImmediate(() => void send())
    isBusy = true
    return one.answer.promise
  }
}
