const atOnce = 100

/**
 * Questions that come while others are being answered go out together once those are: the busier it is, the fewer
 * statements. `ask` answers them in their order.
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
    // After all that has just arrived was read.
    if (!isBusy) setImmediate(() => void send())
    isBusy = true
    return one.answer.promise
  }
}
