import { dirname } from 'node:path'

/** The folder `server/`, seen from here and from the built server in `server/dist/`. */
export const serverFolder = dirname(import.meta.dirname)
