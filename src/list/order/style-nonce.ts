/** What the page's Content-Security-Policy asks of styles that a drag inserts. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
}
