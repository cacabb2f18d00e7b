/**
 * Prefix of the key under which the destination of a move keeps how much came from each source; the source's id
 * follows.
 */
export const movedPrefix = 'moved:'
/** Key under which the source of a move keeps its destination. This value is not moved itself. */
export const movingTo = 'movingTo'

export interface MoveMark {
  /** the number of the last entry that was moved */
  movedUpTo: number
}

/** Returns whether a value is a move mark. Marks survive a sign-out: without them, old changes would be moved again. */
export function isMoveMark(value: unknown): value is MoveMark {
  return typeof (value as Partial<MoveMark> | null)?.movedUpTo === 'number'
}
