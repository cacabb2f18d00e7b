/**
 * Tells all tabs and the worker of this browser, the sender's own listeners too. Listeners and senders
 * use objects of their own, since a BroadcastChannel never hears itself.
 */
export function createChannel<T>(name: string, parse: (data: unknown) => T | null) {
  let sender: BroadcastChannel | null = null
  return {
    post(message: T): void {
      sender ??= new BroadcastChannel(name)
      sender.postMessage(message)
    },
    /** Returns how to stop. */
    listen(heard: (message: T) => void): () => void {
      const channel = new BroadcastChannel(name)
      channel.addEventListener('message', (event: MessageEvent<unknown>) => {
        const message = parse(event.data)
        if (message !== null) heard(message)
      })
      return () => channel.close()
    },
    close(): void {
      sender?.close()
      sender = null
    },
  }
}
