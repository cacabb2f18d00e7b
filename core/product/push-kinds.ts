/** What a notification may be about. */
export const pushKinds = ['shared', 'trips', 'added', 'done'] as const
export type PushKind = (typeof pushKinds)[number]

/** What a person gets who turns notifications on: only what concerns them and happens rarely. */
export const usualKinds = { shared: true, trips: true, added: false, done: false } as const
