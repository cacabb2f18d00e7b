/** What another app may do with a personal token: each may also do what those before it may. */
export const scopes = ['read', 'tick', 'edit'] as const
export type Scope = (typeof scopes)[number]

/** Returns whether a scope allows what needs the other one. */
export function allows(scope: Scope, needed: Scope): boolean {
  return scopes.indexOf(scope) >= scopes.indexOf(needed)
}

/** Returns the scope that allows most of these. */
export function widest(some: readonly Scope[]): Scope {
  return scopes.findLast((scope) => some.includes(scope)) ?? 'read'
}
