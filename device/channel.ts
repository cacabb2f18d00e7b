/**
 * Creates a channel that posts to all tabs and the worker of this browser, including the sender's own listeners.
 * Listeners and sender use separate BroadcastChannel objects, because a BroadcastChannel does not receive its own
 * messages.
 */
export function createChannel<T>(name: string, parse: (data: unknown) => T | null) {
  let sender: BroadcastChannel | null = null
  return {
    post(message: T): void {
      sender ??= new BroadcastChannel(name)
      sender.postMessage(message)
    },
    /** Returns the unsubscribe function. */
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
