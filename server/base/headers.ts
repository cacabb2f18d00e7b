import type { Config } from './config.ts'

/**
 * The policy of answers that are not pages: opened in a browser, they load and run nothing. `connect-src` is allowed
 * because the browser tests make calls from such an answer.
 */
const nothing = "default-src 'none';connect-src 'self';frame-ancestors 'none'"

/**
 * Returns the policy of a page or a worker. `nonce` allows the page's own style elements and its inline start script.
 */
export function contentPolicy(nonce?: string): string {
  const sources = `'self'${nonce ? ` 'nonce-${nonce}'` : ''}`
  return [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    `script-src ${sources}`,
    `style-src ${sources}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')
}

/** Returns the headers of every answer, including those that Node writes before there is a request. */
export function safeHeaders({ publicUrl }: Config): Record<string, string> {
  return {
    'content-security-policy': nothing,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    // The scanner needs the camera; nothing needs the rest.
    'permissions-policy': 'camera=(self), microphone=(), geolocation=(), payment=()',
    'referrer-policy': 'no-referrer',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}
