import { dirname } from 'node:path'

/** The path of the folder `server/`; correct from here and from the built server in `server/dist/`. */
export const serverFolder = dirname(import.meta.dirname)
