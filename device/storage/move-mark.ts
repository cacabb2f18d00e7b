/** A place keeps under this and the name of another how much came from there. */
export const movedPrefix = 'moved:'
/** Under this name a place keeps where it is being moved to; that itself is not moved. */
export const movingTo = 'movingTo'

export interface MoveMark {
  /** the number of the last entry that was moved */
  movedUpTo: number
}

/** Whether a value says how much was moved from somewhere. It is kept over a sign-out: without it, old changes would come again. */
export function isMoveMark(value: unknown): value is MoveMark {
  return typeof (value as Partial<MoveMark> | null)?.movedUpTo === 'number'
}
