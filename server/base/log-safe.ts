/** What may stand in a log about a failure: its kind, its code and where it happened, and nothing of what people typed. */
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

/** Databases and parsers quote values in their messages; so nothing quoted stays, no address, no query and nothing long. */
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
