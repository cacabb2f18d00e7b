import { constants } from 'node:zlib'

/** Shorter answers go out as they are. */
export const compressFrom = 1_024
/** Answers are lists of similar rows: higher levels take twice the time or more and save a tenth of the size. */
export const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
