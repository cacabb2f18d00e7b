/** Downloads a file to the user's device. */
export function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser reads the URL after this event-loop turn, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
