/** Returns what may be logged about an error: its kind, code and stack, and nothing that people typed. */
export function safeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, severity, constraint, routine, cause } = error as Error & Record<string, unknown>
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const plain = Object.entries({ code, severity, constraint, routine }).filter(
    ([, value]) => typeof value === 'string',
  )
  return {
    type: error.name,
    ...Object.fromEntries(plain),
    message: withoutSecrets(error.message),
    stack: frames.join('\n'),
    ...(cause instanceof Error && { cause: safeError(cause) }),
  }
}

/**
 * Removes values from an error message: databases and parsers quote them. Cuts it to its first line and 500 characters,
 * and replaces quoted texts, mail addresses, URL queries and long words.
 */
export function withoutSecrets(message: string): string {
  return message
    .split('\n', 1)
    .join('')
    .slice(0, 500)
    .replace(/\S+@\S+/g, '[address]')
    .replace(/\?\S*/g, '[query]')
    .replace(/"[^"]*"|'[^']*'|=\s*\([^)]*\)/g, '[value]')
    .replace(/[\w.+/=-]{24,}/g, '[long]')
}
