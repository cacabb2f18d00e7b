const atOnce = 100
const underWay = 2

/**
 * Questions that come while others are being answered wait for the next turn and go out together. `ask` answers them in
 * their order.
 */
export function batched<Q, A>(ask: (questions: Q[]) => Promise<A[]>): (question: Q) => Promise<A> {
  let waiting: { question: Q; answer: PromiseWithResolvers<A> }[] = []
  let asking = 0
  let isDue = false
  const hasRoom = () => asking < underWay
  const answer = async (these: typeof waiting) => {
    asking++
    try {
      const answers = await ask(these.map(({ question }) => question))
      for (const [i, one] of these.entries()) one.answer.resolve(answers[i] as A)
    } catch (error) {
      for (const one of these) one.answer.reject(error)
    }
    asking--
    send()
  }
  const send = () => {
    isDue = false
    while (waiting.length > 0 && hasRoom()) {
      const these = waiting.slice(0, atOnce)
      waiting = waiting.slice(atOnce)
      void answer(these)
    }
  }
  return (question) => {
    const one = { question, answer: Promise.withResolvers<A>() }
    waiting.push(one)
    // After all that has just arrived was read.
    if (!isDue && hasRoom()) {
      isDue = true
      setImmediate(send)
    }
    return one.answer.promise
  }
}
