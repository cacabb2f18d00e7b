import { basename, dirname } from 'node:path'

const here = import.meta.dirname

/** This folder, also seen from the built server, which lies in `server/dist/`. */
export const serverFolder = basename(here) === 'dist' ? dirname(here) : here
