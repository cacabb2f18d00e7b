/** What a webhook may be told: products that are added, bought (ticked or unticked), changed, deleted; the list itself. */
export const hookEvents = ['added', 'bought', 'changed', 'deleted', 'list'] as const
export type HookEvent = (typeof hookEvents)[number]
