/** Returns the nonce that the page's Content-Security-Policy requires for styles inserted by a drag. */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
}
