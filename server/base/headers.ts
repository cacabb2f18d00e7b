import type { Config } from './config.ts'

/** For what is no page: opened as one, it may show and run nothing. The browser tests make their calls from there. */
const nothing = "default-src 'none';connect-src 'self';frame-ancestors 'none'"

/** Of a page or a worker; `nonce` lets the page's own style elements and its first few lines in. */
export function contentPolicy(nonce?: string): string {
  const own = `'self'${nonce ? ` 'nonce-${nonce}'` : ''}`
  return [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    `script-src ${own}`,
    `style-src ${own}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';')
}

/** What every answer carries, also one that Node writes before there is a request. */
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
