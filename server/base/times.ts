const day = 86_400_000

/** How far the clocks of two instances may differ, in ms. */
export const clockDifference = day / 24
/** How long a session lasts without being renewed, and how long a device is known after a log-in, in ms. */
export const refreshMs = 60 * day
